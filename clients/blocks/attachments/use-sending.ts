import { ProblemError } from "@ensemble/contract/problem-error";
import type { FileInfo } from "@ensemble/contract/wire";
import { useEffect, useRef, useState } from "react";
import { sendFile } from "./send-file";

/** File being uploaded, with its progress from 0 to 1. */
export interface OnItsWay {
  name: string;
  share: number;
}

/**
 * Uploads a file and waits until it was parsed. Another upload or unmounting aborts it. Whatever `check`
 * throws for the parsed file becomes its `error`.
 */
export function useSending(check: (info: FileInfo) => void = () => undefined) {
  const [sending, setSending] = useState<OnItsWay | null>(null);
  const [error, setError] = useState<unknown>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  /** Returns the parsed file; null: aborted, or `error` has the reason. */
  const send = async (id: string, name: string, file: Blob): Promise<FileInfo | null> => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setSending({ name, share: 0 });
    setError(null);
    const onProgress = ({ received_bytes, size_bytes }: FileInfo) =>
      setSending({ name, share: size_bytes > 0 ? received_bytes / size_bytes : 0 });
    try {
      const info = await sendFile({ id, name, file, signal: own.signal, onProgress });
      check(info);
      return info;
    } catch (problem) {
      if (!own.signal.aborted) setError(problem);
      return null;
    } finally {
      if (controller.current === own) setSending(null);
    }
  };
  return { sending, error, send };
}

/** Throws why a file could not be read; a `check` of {@link useSending} where nothing can be done with such a file. */
export function refuseUnread({ problem }: FileInfo): void {
  if (problem) throw new ProblemError(problem);
}

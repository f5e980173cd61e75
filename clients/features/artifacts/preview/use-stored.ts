import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { artifactDataQuery, saveArtifactData } from "../queries";

/** Data that an artifact keeps, and what changes it. */
export interface Stored {
  /** Null until it is read. */
  stored: Record<string, string> | null;
  onStore: (key: string, value: string | null) => void;
}

/** Time after a change until it is stored, in milliseconds: programs write often. */
const SAVE_AFTER_MS = 800;

/**
 * Keeps the data of an artifact: one's own on the server, that of others and of one that is not stored yet while it is open. `full` is
 * called when the server refuses it.
 */
export function useStored(artifactId: string | null, full: () => void): Stored {
  const query = useQuery({ ...artifactDataQuery(artifactId ?? ""), enabled: artifactId !== null });
  const [first] = useState<Record<string, string>>({});
  const isRead = artifactId === null || query.isFetched;
  const entries = useRef<Record<string, string> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const save = useEffectEvent(() => {
    if (timer.current === null || artifactId === null) return;
    clearTimeout(timer.current);
    timer.current = null;
    saveArtifactData(artifactId, entries.current ?? {}).catch((error: unknown) => {
      console.warn("an artifact's data is not stored", error);
      full();
    });
  });
  useEffect(() => () => save(), []);
  const stored = query.data?.entries ?? first;
  return {
    stored: isRead ? stored : null,
    onStore: (key, value) => {
      entries.current ??= { ...stored };
      if (value === null) delete entries.current[key];
      else entries.current[key] = value;
      timer.current ??= setTimeout(() => save(), SAVE_AFTER_MS);
    },
  };
}

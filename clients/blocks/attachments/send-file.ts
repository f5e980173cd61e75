import { api } from "@ensemble/contract/api";
import { isPassing, ProblemError } from "@ensemble/contract/problem-error";
import { sendChunk } from "@ensemble/contract/send-chunk";
import { onServerHint } from "@ensemble/contract/server-hints";
import type { FileInfo } from "@ensemble/contract/wire";

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 20_000;
/** Polling interval in case the server's hint is lost. */
const LOOK_EVERY_MS = 3_000;

export interface Sending {
  id: string;
  name: string;
  file: Blob;
  signal: AbortSignal;
  onProgress: (info: FileInfo) => void;
}

/**
 * Uploads a file from the server's offset on and waits until it was parsed. Waits while the network is down;
 * a rejection is thrown.
 */
export async function sendFile({ id, name, file, signal, onProgress }: Sending): Promise<FileInfo> {
  const begin = () => api.post("/api/documents/files", { body: { id, name, size_bytes: file.size }, signal });
  let info = await persist(begin, signal);
  onProgress(info);
  while (info.state === "receiving") {
    const start = info.received_bytes;
    const chunk = file.slice(start, start + info.chunk_max_bytes);
    info = await persist(() => sendOrLook(id, start, chunk, signal), signal);
    onProgress(info);
  }
  return waitUntilRead(info, signal, onProgress);
}

/** Waits until the server has parsed a file and returns it. */
export async function waitUntilRead(
  first: FileInfo,
  signal: AbortSignal,
  onProgress: (info: FileInfo) => void,
): Promise<FileInfo> {
  let info = first;
  while (info.state === "waiting") {
    await changed(info.id, signal);
    info = await persist(() => lookUp(first.id, signal), signal);
    onProgress(info);
  }
  return info;
}

export const lookUp = (id: string, signal?: AbortSignal) =>
  api.get("/api/documents/files/{file_id}", { path: { file_id: id }, signal });

/** Uploads a chunk; if the offset differs because a response was lost, asks for the current one. */
async function sendOrLook(id: string, start: number, chunk: Blob, signal: AbortSignal): Promise<FileInfo> {
  try {
    return await sendChunk(id, start, chunk, signal);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === "files.wrong_offset")
      return lookUp(id, signal);
    throw error;
  }
}

/** Retries after transient errors. */
async function persist<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let wait = RETRY_FIRST_MS; ; wait = Math.min(RETRY_MAX_MS, wait * 2)) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      await rest(wait, signal);
    }
  }
}

/** Waits, or until the network is back. */
function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", end);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    globalThis.addEventListener?.("online", end);
    signal.addEventListener("abort", end);
  });
}

/** Resolves when the server reports a change of the file, or after a while. */
function changed(id: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const stop = onServerHint((hint) => {
      if (hint.type === "file.changed" && hint.file_id === id) end();
    });
    const timer = setTimeout(end, LOOK_EVERY_MS);
    signal.addEventListener("abort", end);
  });
}

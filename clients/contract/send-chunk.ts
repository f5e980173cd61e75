import { connectionProblem, problemFrom } from "./problem-error";
import type { FileInfo } from "./wire";

/** Uploads a chunk of a file at offset `start`. */
export async function sendChunk(
  fileId: string,
  start: number,
  chunk: Blob,
  signal: AbortSignal,
): Promise<FileInfo> {
  const response = await fetch(`/api/documents/files/${encodeURIComponent(fileId)}`, {
    method: "PATCH",
    headers: { "content-type": "application/offset+octet-stream", "upload-offset": String(start) },
    body: chunk,
    signal,
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw connectionProblem();
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw problemFrom(response, body);
  return body as FileInfo;
}

/** Returns the path of a file's content. */
export const fileContentUrl = (fileId: string) =>
  `/api/documents/files/${encodeURIComponent(fileId)}/content`;

import { onServer } from "./base-path";
import { connectionProblem, problemFrom } from "./problem-error";
import type { FileInfo } from "./wire";

/** Uploads a chunk of a file at offset `start`. */
export async function sendChunk(
  fileId: string,
  start: number,
  chunk: Blob,
  signal: AbortSignal,
): Promise<FileInfo> {
  const response = await fetch(onServer(`/api/documents/files/${encodeURIComponent(fileId)}`), {
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

/** Returns the path of a file's content, for requests and for texts that name it. */
export const fileContentPath = (fileId: string) =>
  `/api/documents/files/${encodeURIComponent(fileId)}/content`;

/** Returns the address of a file's content, for elements of a page. */
export const fileContentUrl = (fileId: string) => onServer(fileContentPath(fileId));

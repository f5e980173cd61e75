import { sendFile } from "@ensemble/blocks/attachments/send-file";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { FileInfo, NewDocument } from "@ensemble/contract/wire";

/** A document that a file becomes, under ids of its own. */
export const documentOf = (file: File): NewDocument & { source: { type: "upload" } } => ({
  id: uuidV7(),
  source: { type: "upload", file_id: uuidV7(), name: file.name, size_bytes: file.size },
});

/** Sends the bytes of a document that was added. Resolves when it is read, or could not be. */
export const sendBytes = (
  { source }: ReturnType<typeof documentOf>,
  file: File,
  signal: AbortSignal,
  onProgress: (info: FileInfo) => void,
) => sendFile({ id: source.file_id, name: source.name, file, signal, onProgress });

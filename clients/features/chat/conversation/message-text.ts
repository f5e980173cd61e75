import { withoutMarks } from "@ensemble/blocks/markdown/source-marks";
import type { FilePart, Message, Part } from "@ensemble/contract/wire";

/** The text of a message as it was written, without thoughts, sources and the marks of a merged answer. */
export const textOf = ({ kind, parts }: Message): string =>
  kind === "ensemble" ? withoutMarks(textOfParts(parts)) : textOfParts(parts);

export const textOfParts = (parts: readonly Part[]): string =>
  parts
    .flatMap((part) => (part.kind === "text" || part.kind === "notice" ? [part.text] : []))
    .join("\n\n")
    .trim();

/** The files that a message carries. */
export const filesOf = ({ parts }: Message): FilePart[] =>
  parts.filter((part): part is FilePart => part.kind === "file");

import { withoutMarks } from "@ensemble/blocks/markdown/source-marks";
import type { FilePart, Message, Part } from "@ensemble/contract/wire";

/** Returns the text of a message without reasoning, sources and merge marks. */
export const textOf = ({ kind, parts }: Message): string =>
  kind === "ensemble" ? withoutMarks(textOfParts(parts)) : textOfParts(parts);

export const textOfParts = (parts: readonly Part[]): string =>
  parts
    .flatMap((part) => (part.kind === "text" || part.kind === "notice" ? [part.text] : []))
    .join("\n\n")
    .trim();

/** Returns the files of a message. */
export const filesOf = ({ parts }: Message): FilePart[] =>
  parts.filter((part): part is FilePart => part.kind === "file");

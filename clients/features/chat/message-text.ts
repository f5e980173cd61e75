import type { Message, Part } from "@ensemble/contract/wire";

/** The text of a message as it was written, without thoughts and sources. */
export const textOf = (message: Message): string => textOfParts(message.parts);

export const textOfParts = (parts: readonly Part[]): string =>
  parts
    .flatMap((part) => (part.kind === "text" || part.kind === "notice" ? [part.text] : []))
    .join("\n\n")
    .trim();

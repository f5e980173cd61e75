import type { CitationPart, ConversationDetail, Message, TextPart } from "@ensemble/contract/wire";

/** Question with its shown answer. */
export interface Turn {
  id: string;
  question: string;
  answer: string;
  sources: CitationPart[];
}

/** Returns the questions and answers of the shown branch in order. */
export function turnsOf({ messages, leaf_id }: Pick<ConversationDetail, "messages" | "leaf_id">): Turn[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: Message[] = [];
  for (let next = byId.get(leaf_id ?? ""); next; next = byId.get(next.parent_id ?? "")) {
    branch.unshift(next);
    // A message that refers to itself would loop forever.
    byId.delete(next.id);
  }
  const turns: Turn[] = [];
  for (const message of branch) {
    const said = textOf(message);
    const last = turns.at(-1);
    if (message.role === "user") turns.push({ id: message.id, question: said, answer: "", sources: [] });
    else if (last) {
      last.answer = [last.answer, said].filter(Boolean).join("\n\n");
      last.sources.push(...message.parts.filter((part): part is CitationPart => part.kind === "citation"));
    }
  }
  return turns;
}

const textOf = ({ parts }: Message): string =>
  parts
    .filter((part): part is TextPart => part.kind === "text")
    .map(({ text }) => text.trim())
    .filter(Boolean)
    .join("\n\n");

import type { Prompt } from "@ensemble/contract/wire";

/** Returns true if a prompt's name or description contains all the words. */
export function matches(prompt: Pick<Prompt, "name" | "description">, words: string): boolean {
  const text = `${prompt.name}\n${prompt.description}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

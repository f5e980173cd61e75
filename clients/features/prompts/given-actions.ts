import type { QuickAction } from "@ensemble/contract/wire";
import type { Text } from "@ensemble/i18n/text";

/** Names of the product's quick actions, as a server gives them to an account without a language. */
const GIVEN = {
  Explain: "explain",
  Summarize: "summarize",
  Translate: "translate",
  Rewrite: "rewrite",
  Correct: "correct",
  "Pros and cons": "pros_cons",
} as const;

const isGiven = (name: string): name is keyof typeof GIVEN => Object.hasOwn(GIVEN, name);

/** Returns a quick action in the language of the page, if it is the product's own and was never changed. */
export function inLanguage(action: QuickAction, text: Text<"prompts">): QuickAction {
  if (action.updated_at !== null || !isGiven(action.name)) return action;
  const name = GIVEN[action.name];
  return { ...action, name: text(`given.${name}`), prompt: text(`given.${name}_prompt`) };
}

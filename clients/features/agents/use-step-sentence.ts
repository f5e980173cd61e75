import { isolated } from "@ensemble/i18n/isolated";
import { useText } from "@ensemble/i18n/text";
import type { AgentCall } from "./operations";
import { type Deed, deedsOf } from "./step-sentence";

/** Longest query or title in a sentence. */
const ABOUT_MAX_CHARS = 80;

/** Returns a function that says in a sentence what the tools of a step did, or do. */
export function useStepSentence(): (calls: readonly AgentCall[]) => string {
  const text = useText("agents");
  const said = ({ kind, count, about }: Deed): string => {
    if (kind === "other")
      return count === 1
        ? text("did.other", { tool: isolated(about ?? "") })
        : text("did.other_times", { number: count, tool: isolated(about ?? "") });
    if (
      about !== null &&
      kind !== "image" &&
      kind !== "ask" &&
      kind !== "hand_over" &&
      kind !== "find_tools" &&
      kind !== "code"
    )
      return text(`did.${kind}_about`, { about: isolated(cut(about)) });
    return text(`did.${kind}`, { number: count });
  };
  return (calls) => deedsOf(calls).map(said).join(text("separator"));
}

const cut = (about: string): string =>
  about.length > ABOUT_MAX_CHARS ? `${about.slice(0, ABOUT_MAX_CHARS - 1)}…` : about;

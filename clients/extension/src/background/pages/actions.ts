import type { QuickAction } from "@ensemble/contract/wire";
import { askJson } from "../ask-json";
import { readConnection } from "../connection";
import { Refuse } from "./answer-page";

/** Cache time. Changes made elsewhere show up in pages after it if no panel is open. */
const KEPT_MS = 60_000;

let kept: { at: number; items: readonly QuickAction[] } | null = null;
/** Counts invalidations, so that a response requested before one is not cached. */
let forgotten = 0;

/** Returns the person's quick actions for page text: pinned ones first. */
export async function quickActions(): Promise<readonly QuickAction[]> {
  if (kept && Date.now() - kept.at < KEPT_MS) return kept.items;
  const { token } = await readConnection();
  if (token === null) throw new Refuse("signed_out");
  const asked = forgotten;
  const { items } = await askJson<{ items: QuickAction[] }>("GET", "/api/prompts/actions");
  const offered = items.filter(({ scene }) => scene !== "composer");
  const sorted = offered.toSorted((a, b) => Number(b.pinned) - Number(a.pinned));
  if (asked === forgotten) kept = { at: Date.now(), items: sorted };
  return sorted;
}

/** Drops the cached actions: after signing in or out, and when the server reports a change. */
export const forgetActions = (): void => {
  kept = null;
  forgotten += 1;
};

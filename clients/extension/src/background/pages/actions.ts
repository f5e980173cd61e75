import type { QuickAction } from "@ensemble/contract/wire";
import { askJson } from "../ask-json";
import { readConnection } from "../connection";
import { Refuse } from "./answer-page";

/** As long as this, changes made elsewhere are not seen in pages while no panel is open to hear of them. */
const KEPT_MS = 60_000;

let kept: { at: number; items: readonly QuickAction[] } | null = null;
/** Counts what was forgotten: an answer that was asked for before is not kept. */
let forgotten = 0;

/** The person's quick actions for texts that are read: pinned ones first. */
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

/** After signing in as somebody else, or out; and when the server says that they changed. */
export const forgetActions = (): void => {
  kept = null;
  forgotten += 1;
};

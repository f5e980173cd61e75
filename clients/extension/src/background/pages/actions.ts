import type { QuickAction } from "@ensemble/contract/wire";
import { askJson } from "../ask-json";
import { readConnection } from "../connection";
import { Refuse } from "./answer-page";

/** As long as this, changes made elsewhere are not seen in pages. */
const KEPT_MS = 60_000;

let kept: { at: number; items: readonly QuickAction[] } | null = null;

/** The person's quick actions for texts that are read: pinned ones first. */
export async function quickActions(): Promise<readonly QuickAction[]> {
  if (kept && Date.now() - kept.at < KEPT_MS) return kept.items;
  const { token } = await readConnection();
  if (token === null) throw new Refuse("signed_out");
  const { items } = await askJson<{ items: QuickAction[] }>("GET", "/api/prompts/actions");
  const offered = items.filter(({ scene }) => scene !== "composer");
  kept = { at: Date.now(), items: offered.toSorted((a, b) => Number(b.pinned) - Number(a.pinned)) };
  return kept.items;
}

/** After signing in as somebody else, or out. */
export const forgetActions = (): void => {
  kept = null;
};

import { api } from "@ensemble/contract/api";
import type { PowerupDetail, PowerupRun, RunInput, Sent } from "@ensemble/feature-powerups/operations";
import type { PageText } from "../page/page-text";
import { carryOnce } from "../panel/background-fetch";
import { isStill } from "../panel/page/page-store";
import { askForSite } from "../panel/page/receipts";
import { NotSent, PageTrouble } from "./page-trouble";
import { readPart, tabFor } from "./read-part";

/**
 * Runs a PowerUP on the page beside the panel: reads what its definition reads, shows it before the first time on a site, and
 * sends it if the tab still shows the same document. Throws `PageTrouble` and `NotSent`; then nothing was sent.
 */
export async function runOnPage(
  { id, definition }: Pick<PowerupDetail, "id" | "definition">,
  values: RunInput["values"],
): Promise<PowerupRun> {
  const { reads } = definition;
  const send = (input: RunInput) => api.post("/api/powerups/{id}/runs", { path: { id }, body: input });
  if (reads === "none") {
    const { incognito } = await tabFor(definition);
    return send({ values, forget: incognito });
  }
  const part = await readPart(definition, reads);
  if (!(await askForSite(part.page))) throw new NotSent();
  if (!(await isStill(part))) throw new PageTrouble({ kind: "changed" });
  const { host, title, words, text, isPrivate = false } = part.page;
  const run = await carryOnce(`/api/powerups/${id}/runs`, { host, title, words, isPrivate }, () =>
    send({ text, values, title, forget: isPrivate }),
  );
  return { ...run, sent: run.sent.map((sent) => asRead(sent, part.page)) };
}

/** Returns what was sent of a page, of which the server knows only the text. */
const asRead = (sent: Sent, { kind, address, isCut }: PageText): Sent =>
  sent.kind === "text"
    ? { ...sent, kind: kind === "selection" ? "selection" : "page", detail: address, is_cut: isCut }
    : sent;

import { askFromPage, Refused, streamFromPage } from "../page-features/ask";
import type { InterfacePage } from "../page-features/feature";
import { pageText } from "../page-interface/page-text";
import { withReceipt } from "../page-interface/receipt";
import type { Look, TranslationOptions } from "./options";
import { problemText } from "./problem-text";
import { type Ask, type Progress, Translator } from "./translator";

/** Returns what will be sent, for the receipt. */
export type Leaves = () => string | Promise<string>;

/** Translates texts; before the first text of a site is sent, the receipt is shown once. */
export const asker =
  (page: InterfacePage, target: string, leaves: Leaves): Ask =>
  (texts, onPiece, signal) =>
    withReceipt(
      page,
      async () => leaves(),
      () => translate({ texts, target }, onPiece, signal),
    );

/** Intervals and number of tries while the page around a frame asks its person. */
const WAIT_MS = 2_000;
const TRIES = 60;

/** Translates texts of a frame, once the page around it was approved. It never asks itself. */
export const frameAsker =
  (target: string): Ask =>
  async (texts, onPiece, signal) => {
    for (let tries = 0; tries < TRIES && !signal.aborted; tries += 1) {
      try {
        return await translate({ texts, target }, onPiece, signal);
      } catch (error) {
        if (!(error instanceof Refused) || error.refusal.code !== "receipt_needed") throw error;
        await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      }
    }
    return null;
  };

async function translate(
  request: { texts: readonly string[]; target: string },
  onPiece: Parameters<Ask>[1],
  signal: AbortSignal,
): Promise<"asked"> {
  await streamFromPage("page→background: translate", request, onPiece, signal);
  return "asked";
}

/** Starts or ends translation in the frames of this page. */
export function translateFrames(target: string | null): void {
  askFromPage("page→background: translate frames", { target }).catch((error: unknown) =>
    console.warn("the frames of the page were not reached", error),
  );
}

export function translatorFor(
  { target, look }: TranslationOptions,
  ask: Ask,
  told: { onProgress: (progress: Progress) => void; onRefused: () => void },
): Translator {
  const text = pageText("translation");
  return new Translator({
    target,
    look: look satisfies Look,
    ask,
    failed: (problem) => (problem ? problemText(problem) : text("problem_failed")),
    retry: text("retry"),
    ...told,
  });
}

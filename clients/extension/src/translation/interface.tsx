import { elementAt } from "../page/composed";
import { boxInWindow } from "../page/editor-frame";
import { Refused } from "../page-features/ask";
import type { InterfaceFeature, InterfacePage } from "../page-features/feature";
import { openLayer } from "../page-interface/layer";
import { pageText } from "../page-interface/page-text";
import { asker, translatorFor } from "./asker";
import { FieldNote } from "./FieldNote";
import { readField } from "./field";
import { markedText } from "./marked-text";
import type { FramesRequest, TranslatePiece } from "./messages";
import { readOptions, type TranslationOptions } from "./options";
import { PageNodes } from "./page-nodes";
import { problemText } from "./problem-text";
import { makeUnit, type Translator } from "./translator";
import { placeUnder, runAt } from "./units";
import { WholePage } from "./whole-page";

/** Translation of a page, a paragraph or a field. */
export const translationInterface: InterfaceFeature = {
  id: "translation",
  start(page) {
    const options = () => readOptions(page.config.options.translation, page.config.locale);
    let whole: WholePage | null = null;
    let wholeTarget = "";
    const single = new SingleParagraphs(page, options);
    const begin = () => {
      whole?.stop();
      // No paragraph is translated twice.
      single.stop();
      whole = new WholePage(page, options(), {
        choose: (change) => {
          page.choose("translation", change);
          if (change.target) begin();
          else whole?.setOptions(options());
        },
        end,
      });
    };
    const end = () => {
      whole?.stop();
      whole = null;
    };
    /** Follows the page around this frame. */
    const frame = (target: unknown) => {
      if (window.top === window) return;
      if (typeof target !== "string") return end();
      if (whole && target === wholeTarget) return;
      end();
      wholeTarget = target;
      const act = { choose: () => undefined, end };
      whole = new WholePage(page, readOptions({ ...options(), target }, page.config.locale), act, true);
    };
    page.signal.addEventListener("abort", () => {
      end();
      single.stop();
    });
    return (what, detail) => {
      if (what === "start" && !whole) begin();
      if (what === "toggle") whole ? end() : begin();
      if (what === "hover") single.toggle(detail);
      if (what === "field") void translateField(page, options());
      if (what === "frame") frame((detail as Partial<FramesRequest> | undefined)?.target);
    };
  },
};

/** Translates paragraphs on hover. */
class SingleParagraphs {
  private readonly shown = new Map<Node, Translator>();

  constructor(
    private readonly page: InterfacePage,
    private readonly options: () => TranslationOptions,
  ) {}

  toggle(detail: unknown): void {
    const { x, y } = (detail ?? {}) as { x?: unknown; y?: unknown };
    if (typeof x !== "number" || typeof y !== "number") return;
    const nodes = new PageNodes("all");
    const run = runAt(elementAt(document, x, y), { x, y }, nodes);
    const [first] = run?.nodes ?? [];
    if (!run || !first) return;
    const before = this.shown.get(first);
    this.shown.delete(first);
    if (before) {
      before.stop();
      return;
    }
    // The whole page is being translated, so it has or gets a translation.
    if (placeUnder(run)) return;
    const marked = markedText(run, nodes);
    const options = this.options();
    const ask = asker(this.page, options.target, () => marked.text);
    const translator = translatorFor(options, ask, {
      onProgress: ({ halted }) => {
        if (halted) translator.failHalted();
      },
      onRefused: () => {
        translator.stop();
        this.shown.delete(first);
      },
    });
    this.shown.set(first, translator);
    translator.want([makeUnit(run, marked)]);
  }

  stop(): void {
    for (const translator of this.shown.values()) translator.stop();
    this.shown.clear();
  }
}

/**
 * Replaces a field's text with its translation. If the text changed meanwhile, it stays, and the translation
 * can be copied.
 */
async function translateField(page: InterfacePage, { inputTarget }: TranslationOptions): Promise<void> {
  const field = readField(document);
  if (!field) return;
  const text = pageText("translation");
  const layer = openLayer(page);
  const stop = new AbortController();
  const close = () => {
    stop.abort();
    layer.close();
  };
  page.signal.addEventListener("abort", close, { once: true });
  const { left, top, width, height } = boxInWindow(field.element);
  const draw = (problem: string | null, translated: string | null = null) =>
    layer.render(
      <FieldNote
        anchor={{ left, top, width, height }}
        problem={problem}
        translated={translated}
        onRetry={() => void again()}
        onClose={close}
      />,
    );
  const again = () => {
    close();
    // Based on the current text.
    field.element.focus({ preventScroll: true });
    return translateField(page, readOptions(page.config.options.translation, page.config.locale));
  };
  draw(null);
  let told: TranslatePiece | null = null;
  try {
    const ask = asker(page, inputTarget, () => field.text);
    const asked = await ask([field.text], (piece) => (told = piece), stop.signal);
    const piece = told as TranslatePiece | null;
    if (asked === null) return close();
    if (piece?.kind !== "translated")
      return draw(piece ? problemText(piece.problem) : text("problem_failed"));
    const outcome = await field.replace(piece.text);
    if (outcome === "replaced") close();
    else draw(text(outcome === "changed" ? "field_changed" : "field_refused"), piece.text);
  } catch (error) {
    if (stop.signal.aborted) return;
    draw(error instanceof Refused ? problemText(error.refusal) : text("problem_failed"));
  }
}

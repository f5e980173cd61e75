import { browser } from "wxt/browser";
import { askFromPage, Refused, streamFromPage } from "../page-features/ask";
import type { InterfaceFeature, InterfacePage } from "../page-features/feature";
import { type Layer, openLayer } from "../page-interface/layer";
import { pageText } from "../page-interface/page-text";
import { withReceipt } from "../page-interface/receipt";
import { Bar } from "./Bar";
import { FieldNote } from "./FieldNote";
import { readField } from "./field";
import { markedText } from "./marked-text";
import type { TranslatePiece } from "./messages";
import { type Look, readOptions, type TranslationOptions } from "./options";
import { PageNodes } from "./page-nodes";
import { PageWatch } from "./page-watch";
import { problemText } from "./problem-text";
import { type Ask, makeUnit, type Progress, Translator } from "./translator";
import { placeUnder, runAt } from "./units";

/** Translation of a page, a paragraph or a field. */
export const translationInterface: InterfaceFeature = {
  id: "translation",
  start(page) {
    const options = () => readOptions(page.config.options.translation, page.config.locale);
    let whole: WholePage | null = null;
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
    page.signal.addEventListener("abort", () => {
      end();
      single.stop();
    });
    return (what, detail) => {
      if (what === "start" && !whole) begin();
      if (what === "toggle") whole ? end() : begin();
      if (what === "hover") single.toggle(detail);
      if (what === "field") void translateField(page, options());
    };
  },
};

/** Translates texts; before the first text of a site is sent, the receipt is shown once. */
const asker =
  (page: InterfacePage, target: string, leaves: () => string): Ask =>
  (texts, onPiece, signal) =>
    withReceipt(page, leaves(), async () => {
      await streamFromPage("page→background: translate", { texts, target }, onPiece, signal);
      return "asked" as const;
    });

function translatorFor(
  page: InterfacePage,
  options: TranslationOptions,
  leaves: () => string,
  told: { onProgress: (progress: Progress) => void; onRefused: () => void },
): Translator {
  const text = pageText("translation");
  const { target, look } = options;
  return new Translator({
    target,
    look: look satisfies Look,
    ask: asker(page, target, leaves),
    failed: (problem) => (problem ? problemText(problem) : text("problem_failed")),
    retry: text("retry"),
    ...told,
  });
}

/** Translates the whole page as far as it is scrolled. */
class WholePage {
  private readonly bar: Layer;
  private readonly translator: Translator;
  private readonly watch: PageWatch;
  private progress: Progress = { done: 0, failed: 0, working: true, halted: null };
  private texts: readonly string[] = [];

  constructor(
    page: InterfacePage,
    private options: TranslationOptions,
    private readonly act: { choose: (change: Partial<TranslationOptions>) => void; end: () => void },
  ) {
    this.bar = openLayer(page);
    this.translator = translatorFor(page, options, () => this.texts.join("\n\n"), {
      onProgress: (progress) => {
        this.progress = progress;
        this.draw();
      },
      onRefused: act.end,
    });
    this.watch = new PageWatch(document, {
      scope: options.scope,
      target: options.target,
      detect: detectLanguage,
      onNear: (units) => this.translator.want(units),
      onFar: (units) => this.translator.unwant(units),
      onGone: (unit) => this.translator.drop(unit),
      onStays: (unit) => this.translator.putBack(unit),
    });
    this.draw();
    void this.start();
  }

  setOptions(options: TranslationOptions): void {
    this.options = options;
    this.draw();
  }

  stop(): void {
    this.watch.stop();
    this.translator.stop();
    this.bar.close();
  }

  private async start(): Promise<void> {
    this.texts = await this.watch.start();
    if (this.texts.length > 0) return;
    this.progress = { ...this.progress, working: false };
    this.draw();
  }

  private draw(): void {
    const { hostname } = location;
    const { always, target } = this.options;
    this.bar.render(
      <Bar
        progress={this.progress}
        target={target}
        always={always.includes(hostname)}
        host={hostname}
        onTarget={(tag) => this.act.choose({ target: tag })}
        onAlways={(on) =>
          this.act.choose({
            always: on ? [...always, hostname] : always.filter((host) => host !== hostname),
          })
        }
        onRetry={() => this.translator.retry()}
        onSettings={() => void askFromPage("page→background: open settings")}
        onClose={this.act.end}
      />,
    );
  }
}

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
    const run = runAt(document.elementFromPoint(x, y), { x, y }, nodes);
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
    const translator = translatorFor(this.page, this.options(), () => marked.text, {
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
  const { left, top, width, height } = field.element.getBoundingClientRect();
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

/** Returns the language that the browser detects reliably, without a network request. */
async function detectLanguage(text: string): Promise<string> {
  try {
    const { isReliable, languages } = await browser.i18n.detectLanguage(text);
    return isReliable ? (languages[0]?.language ?? "") : "";
  } catch {
    return "";
  }
}

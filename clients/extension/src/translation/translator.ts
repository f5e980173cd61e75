import type { Refusal } from "../page-features/page-messages";
import { type Marked, plainText, readTranslation } from "./marked-text";
import type { TranslatePiece } from "./messages";
import type { Look } from "./options";
import { makeFailure, makePlace, showTranslation, showWorking } from "./shown";
import type { Run } from "./units";

/** Paragraph with the state of its translation. */
export interface Unit extends Run {
  marked: Marked;
  state: "idle" | "waiting" | "asked" | "done" | "failed" | "gone";
  /** Element under the paragraph. */
  place: HTMLElement | null;
}

export const makeUnit = (run: Run, marked: Marked): Unit => ({ ...run, marked, state: "idle", place: null });

export interface Progress {
  done: number;
  failed: number;
  working: boolean;
  /** Reason why translation is stopped; null: it is running. */
  halted: Refusal | null;
}

/** Function that translates texts and reports each result. Null: the person declined. */
export type Ask = (
  texts: readonly string[],
  onPiece: (piece: TranslatePiece) => void,
  signal: AbortSignal,
) => Promise<"asked" | null>;

export interface TranslatorOptions {
  target: string;
  look: Look;
  ask: Ask;
  failed: (problem: Refusal | null) => string;
  retry: string;
  onProgress: (progress: Progress) => void;
  /** Called when the person declined to send. */
  onRefused: () => void;
}

/** Number of texts per request, which is what the server sends to a model at once. */
const BATCH_TEXTS = 12;
const BATCH_CHARS = 3_000;
const AT_ONCE = 2;
/** Delay to request paragraphs together that become visible together. */
const SETTLE_MS = 40;
/** Number of remembered translations, so that repeated text is not requested again. */
const KNOWN_MAX = 2_000;

/** Problems that affect all texts and are shown once. */
const HALTING = new Set([
  "translation.out_of_queries",
  "translation.model_needed",
  "providers.key_refused",
  "providers.out_of_quota",
  "providers.model_unknown",
]);

/** Translates paragraphs, nearest to the viewport first, and inserts each translation below its paragraph. */
export class Translator {
  private readonly units = new Set<Unit>();
  private readonly known = new Map<string, string>();
  private readonly stopped = new AbortController();
  private flying = 0;
  private isLet = false;
  private halted: Refusal | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: TranslatorOptions) {}

  /** Queues paragraphs for translation, unless they are already queued or done. */
  want(units: Iterable<Unit>): void {
    for (const unit of units) {
      if (unit.state !== "idle") continue;
      this.units.add(unit);
      const known = this.known.get(unit.marked.text);
      if (known !== undefined) this.show(unit, known);
      else unit.state = "waiting";
    }
    this.settle();
  }

  /** Removes paragraphs from the queue that left the viewport. */
  unwant(units: Iterable<Unit>): void {
    const waiting = [...units].filter(({ state }) => state === "waiting");
    for (const unit of waiting) unit.state = "idle";
    if (waiting.length > 0) this.report();
  }

  /** Drops a paragraph that was removed or changed. */
  drop(unit: Unit): void {
    unit.state = "gone";
    unit.place?.remove();
    unit.place = null;
    this.units.delete(unit);
  }

  /** Reinserts a translation that the page removed. */
  putBack(unit: Unit): void {
    if (unit.place && !unit.place.isConnected) insertBehind(unit, unit.place);
  }

  retry(units: Iterable<Unit> = this.units): void {
    this.halted = null;
    const again = [...units].filter(({ state }) => state === "failed");
    for (const unit of again) {
      unit.place?.remove();
      unit.place = null;
      unit.state = "idle";
    }
    this.want(again);
  }

  /** Shows the reason of a halt under each waiting paragraph, if nothing else shows it. */
  failHalted(): void {
    const { halted } = this;
    for (const unit of this.units) if (unit.state === "waiting") this.fail(unit, halted);
  }

  /** Removes all translations and restores the page. */
  stop(): void {
    this.stopped.abort();
    clearTimeout(this.timer);
    for (const unit of [...this.units]) this.drop(unit);
  }

  private settle(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.go(), SETTLE_MS);
    this.report();
  }

  private go(): void {
    // The first request shows the receipt; nothing else is sent before the person has decided.
    const atOnce = this.isLet ? AT_ONCE : 1;
    while (this.flying < atOnce && !this.halted && !this.stopped.signal.aborted) {
      const batch = this.nextBatch();
      if (batch.length === 0) break;
      void this.send(batch);
    }
    this.report();
  }

  private nextBatch(): Unit[] {
    const waiting = [...this.units].filter(({ state }) => state === "waiting");
    const placed = waiting.map((unit) => ({ unit, away: distanceFromView(unit) }));
    placed.sort((a, b) => a.away - b.away);
    const batch: Unit[] = [];
    let chars = 0;
    for (const { unit } of placed) {
      chars += unit.marked.text.length;
      if (batch.length > 0 && (batch.length === BATCH_TEXTS || chars > BATCH_CHARS)) break;
      batch.push(unit);
    }
    return batch;
  }

  private async send(batch: readonly Unit[]): Promise<void> {
    this.flying += 1;
    for (const unit of batch) this.begin(unit);
    const texts = batch.map(({ marked }) => marked.text);
    try {
      const asked = await this.options.ask(texts, (piece) => this.take(batch, piece), this.stopped.signal);
      if (asked === null) return this.options.onRefused();
      this.isLet = true;
      // The connection ended before all results.
      for (const unit of batch) if (unit.state === "asked") this.fail(unit, null);
    } catch (error) {
      if (!this.stopped.signal.aborted) this.halt(batch, refusalIn(error));
    } finally {
      this.flying -= 1;
      this.go();
    }
  }

  private begin(unit: Unit): void {
    unit.state = "asked";
    unit.place = makePlace(document, this.options.target, this.options.look);
    showWorking(unit.place);
    insertBehind(unit, unit.place);
  }

  private take(batch: readonly Unit[], piece: TranslatePiece): void {
    const unit = batch[piece.index];
    if (unit?.state !== "asked") return;
    this.isLet = true;
    if (piece.kind === "translated") this.show(unit, piece.text);
    else if (HALTING.has(piece.problem.code)) this.halt([unit], piece.problem);
    else this.fail(unit, piece.problem);
    this.report();
  }

  private show(unit: Unit, text: string): void {
    const translation = readTranslation(unit.marked, text, document);
    if (!translation) {
      this.fail(unit, null);
      return;
    }
    this.remember(unit.marked.text, text);
    unit.state = "done";
    // It was in that language already.
    if (plainText(text) === plainText(unit.marked.text)) {
      unit.place?.remove();
      unit.place = null;
      return;
    }
    if (!unit.place) {
      unit.place = makePlace(document, this.options.target, this.options.look);
      insertBehind(unit, unit.place);
    }
    showTranslation(unit.place, translation);
  }

  private fail(unit: Unit, problem: Refusal | null): void {
    unit.state = "failed";
    unit.place?.remove();
    unit.place = makeFailure(document, {
      said: this.options.failed(problem),
      retry: this.options.retry,
      onRetry: () => this.retry([unit]),
    });
    insertBehind(unit, unit.place);
  }

  /** Halts translation until the person continues. */
  private halt(batch: readonly Unit[], refusal: Refusal): void {
    this.halted = refusal;
    for (const unit of batch) {
      if (unit.state !== "asked") continue;
      unit.place?.remove();
      unit.place = null;
      unit.state = "waiting";
    }
    this.report();
  }

  private remember(text: string, translation: string): void {
    if (this.known.size >= KNOWN_MAX) this.known.clear();
    this.known.set(text, translation);
  }

  private report(): void {
    if (this.stopped.signal.aborted) return;
    const count = (wanted: Unit["state"]) => [...this.units].filter(({ state }) => state === wanted).length;
    const working = !this.halted && (this.flying > 0 || count("waiting") > 0);
    this.options.onProgress({ done: count("done"), failed: count("failed"), working, halted: this.halted });
  }
}

/** Inserts a translation after the paragraph, before the next sibling. */
function insertBehind(unit: Unit, place: HTMLElement): void {
  const last = unit.last.parentNode === unit.parent ? unit.last : unit.nodes[unit.nodes.length - 1];
  if (last?.parentNode) last.parentNode.insertBefore(place, last.nextSibling);
}

/** Returns the scroll distance to a paragraph in pixels. */
function distanceFromView(unit: Unit): number {
  const range = document.createRange();
  const [first] = unit.nodes;
  if (!first?.isConnected) return Number.POSITIVE_INFINITY;
  range.selectNode(first);
  const { top, bottom } = range.getBoundingClientRect();
  return Math.max(0, top - innerHeight, -bottom);
}

function refusalIn(error: unknown): Refusal {
  const { refusal } = (error ?? {}) as { refusal?: Refusal };
  return refusal ?? { code: "failed", text: error instanceof Error ? error.message : String(error) };
}

import type { Refusal } from "../page-features/page-messages";
import { type Marked, plainText, readTranslation } from "./marked-text";
import type { TranslatePiece } from "./messages";
import type { Look } from "./options";
import { partsOf, repeatedIn } from "./paragraphs/parts";
import { insertPlace, showWhole } from "./paragraphs/placement";
import { makeFailure, makePlace, showTranslation, showWorking } from "./shown";
import type { Run } from "./units";

/** Paragraph with the state of its translation. */
export interface Unit extends Run {
  marked: Marked;
  /** Texts that are sent for it: one, or the parts of a long one. */
  parts: readonly string[];
  state: "idle" | "waiting" | "asked" | "done" | "failed" | "gone";
  /** Height of the paragraph in pixels, which its translation will about have. */
  height?: number;
  /** Element under the paragraph. */
  place: HTMLElement | null;
}

export function makeUnit(run: Run, marked: Marked): Unit {
  const parts = partsOf(marked.text);
  const again = parts.length > 1 ? repeatedIn(parts) : undefined;
  return { ...run, marked: again ? { ...marked, again } : marked, parts, state: "idle", place: null };
}

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
const CHECK_MS = 30;
/** Number of remembered translations, so that repeated text is not requested and paid again. */
const KNOWN_MAX = 20_000;

/** Number of times that a page may take a translation out at once: fighting it would never end. */
const REJECTIONS_MAX = 3;

/** Problems that affect all texts and are shown once. */
const HALTING = new Set([
  "translation.out_of_queries",
  "translation.model_needed",
  "providers.key_refused",
  "providers.forbidden",
  "providers.out_of_quota",
  "providers.model_unknown",
]);

/** Translates paragraphs, nearest to the viewport first, and inserts each translation below its paragraph. */
export class Translator {
  private readonly units = new Set<Unit>();
  private readonly counts = { idle: 0, waiting: 0, asked: 0, done: 0, failed: 0, gone: 0 };
  private readonly known = new Map<string, string>();
  /** Texts that are being translated: equal paragraphs wait for the same one. */
  private readonly inFlight = new Set<string>();
  private readonly stopped = new AbortController();
  /** Texts whose translations the page took out again, with the number of times. */
  private readonly rejections = new Map<string, number>();
  private flying = 0;
  private isLet = false;
  private halted: Refusal | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly unchecked = new Set<HTMLElement>();
  private checking: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: TranslatorOptions) {}

  /** Queues paragraphs for translation, unless they are already queued or done. */
  want(units: Iterable<Unit>): void {
    for (const unit of units) {
      if (unit.state !== "idle") continue;
      this.know(unit);
      if (this.isKnown(unit)) this.show(unit);
      else this.turn(unit, "waiting");
    }
    this.reserveWaiting();
    this.settle();
  }

  /**
   * Takes the places of translations at once, so that what is near them moves before somebody reads it, and not
   * again with each request. Nothing moves before the person has allowed to send.
   */
  reserve(units: readonly Unit[]): void {
    if (!this.isLet || this.halted || this.stopped.signal.aborted) return;
    const free = units.filter(({ place, state }) => !place && (state === "idle" || state === "waiting"));
    // All are measured before the first one moves others.
    for (const unit of free) measure(unit);
    for (const unit of free) {
      this.know(unit);
      this.place(unit);
    }
  }

  private know(unit: Unit): void {
    if (this.units.has(unit)) return;
    this.units.add(unit);
    this.counts.idle += 1;
  }

  private reserveWaiting(): void {
    this.reserve([...this.units].filter(({ state }) => state === "waiting"));
  }

  /** Removes paragraphs from the queue that left the viewport. */
  unwant(units: Iterable<Unit>): void {
    let some = false;
    for (const unit of units) {
      if (unit.state !== "waiting" && unit.state !== "idle") continue;
      some ||= unit.state === "waiting";
      this.turn(unit, "idle");
      this.unplace(unit);
    }
    if (some) this.report();
  }

  /** Drops a paragraph that was removed or changed. */
  drop(unit: Unit): void {
    if (this.units.delete(unit)) this.counts[unit.state] -= 1;
    unit.state = "gone";
    this.unplace(unit);
  }

  /** Reinserts a translation that the page removed. */
  putBack(unit: Unit): void {
    if (unit.place && !unit.place.isConnected) this.insert(unit, unit.place);
  }

  retry(units: Iterable<Unit> = this.units): void {
    this.halted = null;
    const again = [...units].filter(({ state }) => state === "failed");
    for (const unit of again) {
      this.unplace(unit);
      this.turn(unit, "idle");
      // What could not be read in one place cannot be read in another.
      for (const part of unit.parts) this.known.delete(part);
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
    clearTimeout(this.checking);
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

  /** Returns the texts to ask for next, each one once. */
  private nextBatch(): string[] {
    const waiting = [...this.units].filter(({ state }) => state === "waiting");
    const placed = waiting.map((unit) => ({ unit, away: measure(unit) }));
    placed.sort((a, b) => a.away - b.away);
    const batch = new Set<string>();
    let chars = 0;
    for (const { unit } of placed) {
      for (const part of this.missingOf(unit)) {
        if (batch.has(part) || this.inFlight.has(part)) continue;
        chars += part.length;
        if (batch.size > 0 && (batch.size === BATCH_TEXTS || chars > BATCH_CHARS)) return [...batch];
        batch.add(part);
      }
    }
    return [...batch];
  }

  private missingOf = ({ parts }: Unit): string[] => parts.filter((part) => !this.known.has(part));

  private isKnown = ({ parts }: Unit): boolean => parts.every((part) => this.known.has(part));

  private async send(texts: readonly string[]): Promise<void> {
    this.flying += 1;
    for (const text of texts) this.inFlight.add(text);
    for (const unit of this.units)
      if (unit.state === "waiting" && this.missingOf(unit).some((part) => this.inFlight.has(part)))
        this.begin(unit);
    try {
      const asked = await this.options.ask(texts, (piece) => this.take(texts, piece), this.stopped.signal);
      if (asked === null) return this.options.onRefused();
      this.allow();
      // The connection ended before all results.
      for (const unit of this.askedFor(texts)) this.fail(unit, null);
    } catch (error) {
      if (!this.stopped.signal.aborted) this.halt(this.askedFor(texts), refusalIn(error));
    } finally {
      this.flying -= 1;
      for (const text of texts) this.inFlight.delete(text);
      // A long paragraph waits for its other parts.
      for (const unit of this.units)
        if (unit.state === "asked" && !this.missingOf(unit).some((part) => this.inFlight.has(part)))
          this.turn(unit, "waiting");
      this.go();
    }
  }

  /** Returns the paragraphs that wait for one of these texts. */
  private askedFor(texts: readonly string[]): Unit[] {
    const all = new Set(texts);
    return [...this.units].filter(
      (unit) => unit.state === "asked" && this.missingOf(unit).some((part) => all.has(part)),
    );
  }

  /** Notes that the person has allowed to send. */
  private allow(): void {
    if (this.isLet) return;
    this.isLet = true;
    this.reserveWaiting();
  }

  private begin(unit: Unit): void {
    this.turn(unit, "asked");
    if (!unit.place) this.place(unit);
  }

  /** Inserts the place of a translation that is to come. */
  private place(unit: Unit): void {
    unit.place = makePlace(document, this.options.target, this.options.look);
    showWorking(unit.place, unit.height);
    if (!this.insert(unit, unit.place)) this.drop(unit);
  }

  /** Inserts an element under a paragraph. False: nothing may be there, or the page has taken it out before. */
  private insert(unit: Unit, place: HTMLElement): boolean {
    const { text } = unit.marked;
    const times = this.rejections.get(text) ?? 0;
    if (times >= REJECTIONS_MAX || !insertPlace(unit, place)) return false;
    // Scripts that watch the page have been told by then.
    setTimeout(() => {
      if (unit.place === place && !place.isConnected) this.rejections.set(text, times + 1);
    });
    return true;
  }

  private take(texts: readonly string[], piece: TranslatePiece): void {
    const text = texts[piece.index];
    if (text === undefined) return;
    const units = this.askedFor([text]);
    if (units.length === 0) return;
    this.allow();
    if (piece.kind === "translated") {
      this.remember(text, piece.text);
      for (const unit of units) if (this.isKnown(unit)) this.show(unit);
    } else if (HALTING.has(piece.problem.code)) this.halt(units, piece.problem);
    else for (const unit of units) this.fail(unit, piece.problem);
    this.report();
  }

  private show(unit: Unit): void {
    const text = unit.parts.map((part) => this.known.get(part) ?? "").join(joinedBy(this.options.target));
    const translation = readTranslation(unit.marked, text, document);
    if (!translation) {
      this.fail(unit, null);
      return;
    }
    this.turn(unit, "done");
    // It was in that language already.
    if (plainText(text) === plainText(unit.marked.text)) {
      this.unplace(unit);
      return;
    }
    unit.place ??= makePlace(document, this.options.target, this.options.look);
    if (!unit.place.isConnected && !this.insert(unit, unit.place)) {
      this.drop(unit);
      return;
    }
    showTranslation(unit.place, translation);
    this.checkSeen(unit.place);
  }

  /** Looks at translations of a moment together: each look makes the browser lay out the page. */
  private checkSeen(place: HTMLElement): void {
    this.unchecked.add(place);
    this.checking ??= setTimeout(() => {
      this.checking = undefined;
      showWhole([...this.unchecked].filter(({ isConnected }) => isConnected));
      this.unchecked.clear();
    }, CHECK_MS);
  }

  private fail(unit: Unit, problem: Refusal | null): void {
    this.turn(unit, "failed");
    this.unplace(unit);
    unit.place = makeFailure(document, {
      said: this.options.failed(problem),
      retry: this.options.retry,
      onRetry: () => this.retry([unit]),
    });
    if (this.insert(unit, unit.place)) this.checkSeen(unit.place);
    else this.drop(unit);
  }

  /** Halts translation until the person continues. */
  private halt(units: readonly Unit[], refusal: Refusal): void {
    this.halted = refusal;
    for (const unit of units) this.turn(unit, "waiting");
    for (const unit of this.units) if (/^(idle|waiting)$/.test(unit.state)) this.unplace(unit);
    this.report();
  }

  private unplace(unit: Unit): void {
    unit.place?.remove();
    unit.place = null;
  }

  private turn(unit: Unit, state: Exclude<Unit["state"], "gone">): void {
    this.counts[unit.state] -= 1;
    this.counts[state] += 1;
    unit.state = state;
  }

  private remember(text: string, translation: string): void {
    const [oldest] = this.known.keys();
    if (this.known.size >= KNOWN_MAX && oldest !== undefined) this.known.delete(oldest);
    this.known.set(text, translation);
  }

  private report(): void {
    if (this.stopped.signal.aborted) return;
    const { waiting, done, failed } = this.counts;
    const working = !this.halted && (this.flying > 0 || waiting > 0);
    this.options.onProgress({ done, failed, working, halted: this.halted });
  }
}

/** Returns the space between two parts of a translation. */
const joinedBy = (target: string): string => (/^(zh|ja|th)/.test(target) ? "" : " ");

/** Measures a paragraph and returns the scroll distance to it in pixels. */
function measure(unit: Unit): number {
  const range = document.createRange();
  const [first] = unit.nodes;
  if (!first?.isConnected) return Number.POSITIVE_INFINITY;
  range.selectNode(first);
  const { top, bottom, height } = range.getBoundingClientRect();
  unit.height = height;
  return Math.max(0, top - innerHeight, -bottom);
}

function refusalIn(error: unknown): Refusal {
  const { refusal } = (error ?? {}) as { refusal?: Refusal };
  return refusal ?? { code: "failed", text: error instanceof Error ? error.message : String(error) };
}

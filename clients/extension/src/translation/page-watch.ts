import { serialQueue } from "../serial-queue";
import { hasWords, needsTranslation } from "./language";
import { isMarkedWell, markedText } from "./marked-text";
import { TEXT_CHARS } from "./messages";
import { OWN_TAG, PageNodes } from "./page-nodes";
import { makeUnit, type Unit } from "./translator";
import { contentRoots, findRuns, type Run } from "./units";

/** Detects the language of a text; "" if unknown. */
export type Detect = (text: string) => Promise<string>;

export interface PageWatchOptions {
  scope: "main" | "all";
  target: string;
  detect: Detect;
  onNear: (units: readonly Unit[]) => void;
  onFar: (units: readonly Unit[]) => void;
  onGone: (unit: Unit) => void;
  onStays: (unit: Unit) => void;
}

/** Distance of one screen that is translated in advance. */
const AHEAD = "600px 0px";
const SETTLE_MS = 250;
/** Minimum length for reliable language detection. */
const DETECT_MIN_CHARS = 60;
const SAMPLE_CHARS = 2_000;

/**
 * Tracks the paragraphs of a page: which exist, which are near the viewport, which were added and removed.
 */
export class PageWatch {
  private nodes: PageNodes;
  private readonly units = new Set<Unit>();
  /** Paragraphs by their first node. */
  private readonly byNode = new WeakMap<Node, Unit>();
  private readonly inBox = new Map<Element, Set<Unit>>();
  private readonly boxes = new WeakMap<Unit, Element>();
  private readonly views: IntersectionObserver;
  private readonly changes: MutationObserver;
  private readonly dirty = new Set<Node>();
  private language = "";
  private isStopped = false;
  /** Queue of page readings: two at once would find a paragraph twice. */
  private readonly reading = serialQueue();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly page: Document,
    private readonly options: PageWatchOptions,
  ) {
    this.nodes = new PageNodes(options.scope);
    this.views = new IntersectionObserver((entries) => this.see(entries), { rootMargin: AHEAD });
    this.changes = new MutationObserver((records) => this.hear(records));
  }

  /** Returns the texts of all current paragraphs. Changes during the reading are read next. */
  start(): Promise<readonly string[]> {
    if (this.page.body) this.watch(this.page.body);
    return this.reading(() => this.readAll());
  }

  private async readAll(): Promise<readonly string[]> {
    const roots = contentRoots(this.page, this.options.scope);
    const found = roots.flatMap((root) => this.read(findRuns(root, this.nodes)));
    this.language = await this.languageOf(found);
    const wanted = await this.wanted(found);
    if (this.isStopped) return [];
    for (const unit of wanted) if (isThere(unit)) this.add(unit);
    return wanted.map(({ marked }) => marked.text);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.views.disconnect();
    this.changes.disconnect();
  }

  private watch(root: Node): void {
    this.changes.observe(root, {
      childList: true,
      characterData: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["hidden", "open", "aria-hidden"],
    });
  }

  private read(runs: readonly Run[]): Unit[] {
    const units = runs.map((run) => makeUnit(run, markedText(run, this.nodes)));
    return units.filter(
      ({ marked }) => marked.text.length <= TEXT_CHARS && isMarkedWell(marked) && hasWords(marked.text),
    );
  }

  /** Returns the language of the page: detected from its text, else declared by it. */
  private async languageOf(units: readonly Unit[]): Promise<string> {
    const sample = units
      .map(({ marked }) => marked.text)
      .join("\n")
      .slice(0, SAMPLE_CHARS);
    return (await this.options.detect(sample)) || this.page.documentElement.lang;
  }

  private async wanted(units: readonly Unit[]): Promise<Unit[]> {
    const { target, detect } = this.options;
    const checked = await Promise.all(
      units.map(async (unit) => {
        const { text } = unit.marked;
        const own = text.length >= DETECT_MIN_CHARS ? await detect(text) : "";
        return needsTranslation(text, target, own || langOf(unit.parent) || this.language) ? unit : null;
      }),
    );
    return checked.filter((unit) => unit !== null);
  }

  private add(unit: Unit): void {
    const box = boxOf(unit.parent);
    const [first] = unit.nodes;
    if (!box || !first) return;
    this.units.add(unit);
    this.byNode.set(first, unit);
    this.boxes.set(unit, box);
    const there = this.inBox.get(box);
    if (there) {
      there.add(unit);
      // Observing it again reports its visibility again.
      this.views.unobserve(box);
    } else this.inBox.set(box, new Set([unit]));
    this.views.observe(box);
  }

  private remove(unit: Unit): void {
    this.units.delete(unit);
    const [first] = unit.nodes;
    if (first && this.byNode.get(first) === unit) this.byNode.delete(first);
    const box = this.boxes.get(unit);
    const there = box && this.inBox.get(box);
    there?.delete(unit);
    if (box && there?.size === 0) {
      this.inBox.delete(box);
      this.views.unobserve(box);
    }
    this.options.onGone(unit);
  }

  private see(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const units = [...(this.inBox.get(target) ?? [])];
      if (isIntersecting) this.options.onNear(units);
      else this.options.onFar(units);
    }
  }

  private hear(records: readonly MutationRecord[]): void {
    for (const record of records) {
      if (isOurs(record)) continue;
      this.dirty.add(record.target);
    }
    if (this.dirty.size === 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.reading(() => this.refresh()).catch((error: unknown) =>
        console.warn("the page could not be read again", error),
      );
    }, SETTLE_MS);
  }

  /** Reads changed parts again; unchanged paragraphs keep their translation. */
  private async refresh(): Promise<void> {
    if (this.isStopped) return;
    // Styles may have changed.
    this.nodes = new PageNodes(this.options.scope);
    const roots = contentRoots(this.page, this.options.scope);
    const blocks = new Set(
      [...this.dirty].map((node) => this.blockOf(node, roots)).filter((block) => block !== null),
    );
    this.dirty.clear();
    const outer = [...blocks].filter((block) => !hasAncestorIn(block, blocks));
    for (const unit of [...this.units]) if (!isThere(unit)) this.remove(unit);
    const fresh: Unit[] = [];
    for (const unit of this.read(outer.flatMap((block) => findRuns(block, this.nodes)))) {
      const [first] = unit.nodes;
      const before = first && this.byNode.get(first);
      if (before && isSame(before, unit)) this.options.onStays(before);
      else {
        if (before) this.remove(before);
        fresh.push(unit);
      }
    }
    const wanted = await this.wanted(fresh);
    if (this.isStopped) return;
    for (const unit of wanted) if (isThere(unit)) this.add(unit);
  }

  /** Returns the block that contains a change; null if it is not read. */
  private blockOf(node: Node, roots: readonly Element[]): Element | null {
    let block = node instanceof Element ? node : node.parentElement;
    while (block && block !== this.page.body && this.nodes.kindOf(block) === "inline")
      block = block.parentElement;
    if (!block?.isConnected) return null;
    if (!roots.some((root) => root === block || root.contains(block))) {
      // The inserted element may contain the main content itself.
      return block === this.page.body ? block : (roots.find((root) => block.contains(root)) ?? null);
    }
    for (let up: Element | null = block; up && up !== this.page.body; up = up.parentElement)
      if (this.nodes.kindOf(up) === "skip" || this.nodes.kindOf(up) === "keep") return null;
    return block;
  }
}

const isOwn = (node: Node): boolean => node.nodeName === OWN_TAG || node.nodeName === "ENSEMBLE-LAYER";

/** Returns true if the extension itself caused the change. */
function isOurs({ target, addedNodes, removedNodes }: MutationRecord): boolean {
  const element = target instanceof Element ? target : target.parentElement;
  if (element?.closest(OWN_TAG)) return true;
  const moved = [...addedNodes, ...removedNodes];
  return moved.length > 0 && moved.every(isOwn);
}

const isThere = ({ nodes, parent }: Unit): boolean =>
  nodes.every((node) => node.isConnected && node.parentNode === parent);

const isSame = (a: Unit, b: Unit): boolean =>
  a.marked.text === b.marked.text &&
  a.parent === b.parent &&
  a.nodes[a.nodes.length - 1] === b.nodes[b.nodes.length - 1];

function hasAncestorIn(element: Element, all: ReadonlySet<Element>): boolean {
  for (let up = element.parentElement; up; up = up.parentElement) if (all.has(up)) return true;
  return false;
}

/** Returns the declared language of a part of the page if it differs from the page's. */
function langOf(parent: Node): string {
  const element = parent instanceof Element ? parent : null;
  const said = element?.closest("[lang]");
  return said && said !== said.ownerDocument.documentElement ? (said.getAttribute("lang") ?? "") : "";
}

/** Returns the nearest element with a box: some have none. */
function boxOf(parent: Node): Element | null {
  let box: Element | null =
    parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
  while (box && getComputedStyle(box).display === "contents") box = box.parentElement;
  return box;
}

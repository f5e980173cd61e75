import { closestAround, parentAround } from "../page/composed";
import { serialQueue } from "../serial-queue";
import { nextSlice, runInSlices } from "../slices";
import { hasWords, needsTranslation } from "./language";
import { isMarkedWell, markedText } from "./marked-text";
import { PageNodes } from "./page-nodes";
import { makeUnit, type Unit } from "./translator";
import { contentRootsIn, findRunsIn, type Run } from "./units";
import { Changing } from "./watch/changing";
import { PageStirs } from "./watch/page-stirs";
import { Portions } from "./watch/portions";
import { cutTextFile } from "./watch/text-file";

/** Detects the language of a text; "" if unknown. */
export type Detect = (text: string) => Promise<string>;

export interface PageWatchOptions {
  scope: "main" | "all";
  target: string;
  detect: Detect;
  onNear: (units: readonly Unit[]) => void;
  /** Called at once with paragraphs in the window that probably need a translation. */
  onSeen: (units: readonly Unit[]) => void;
  onFar: (units: readonly Unit[]) => void;
  onGone: (unit: Unit) => void;
  onStays: (unit: Unit) => void;
}

/** Distance of one screen that is translated in advance. */
const AHEAD_PX = 600;
const AHEAD = `${AHEAD_PX}px 0px`;
/** Minimum length for reliable language detection. */
const DETECT_MIN_CHARS = 60;
const SAMPLE_CHARS = 2_000;
/** Number of paragraphs whose language is detected at once. */
const AT_ONCE = 50;
/** Interval at which the main content is looked for again while changes happen elsewhere. */
const ROOTS_MS = 3_000;

/**
 * Tracks the paragraphs of a page: which exist, which are near the viewport, which were added and removed. It
 * works in slices, and begins with what is seen.
 */
export class PageWatch {
  private nodes: PageNodes;
  private roots: readonly Element[] = [];
  private rootsAt = 0;
  private readonly units = new Set<Unit>();
  /** Paragraphs by their first node. */
  private readonly byNode = new WeakMap<Node, Unit>();
  /** Elements and shadow roots that directly contain a paragraph. */
  private readonly parents = new WeakSet<Node>();
  private readonly inBox = new Map<Element, Set<Unit>>();
  private readonly boxes = new WeakMap<Unit, Element>();
  private readonly held = new Map<Unit, ReturnType<typeof setTimeout>>();
  private readonly changing = new Changing();
  private readonly views: IntersectionObserver;
  private readonly stirs: PageStirs;
  private readonly portions: Portions;
  private language = "";
  private isStopped = false;
  /** Queue of page readings: two at once would find a paragraph twice. */
  private readonly reading = serialQueue();
  private readonly joinTextFile: () => void;

  constructor(
    private readonly page: Document,
    private readonly options: PageWatchOptions,
  ) {
    this.views = new IntersectionObserver((entries) => this.see(entries), { rootMargin: AHEAD });
    this.stirs = new PageStirs(page, () =>
      this.reading(() => this.refresh()).catch((error: unknown) =>
        console.warn("the page could not be read again", error),
      ),
    );
    this.portions = new Portions(page, AHEAD_PX, (blocks) => {
      const [seen, others] = partition(blocks, isInWindow);
      for (const part of [seen, others])
        void this.reading(() => this.take(part.flatMap(withShadow))).catch((error: unknown) =>
          console.warn("a part of the page could not be read", error),
        );
    });
    this.joinTextFile = cutTextFile(page);
    this.nodes = this.newNodes();
  }

  /** Returns the texts of the paragraphs near the window. Changes during the reading are read next. */
  start(): Promise<readonly string[]> {
    this.stirs.start();
    return this.reading(() => this.readAll());
  }

  stop(): void {
    this.isStopped = true;
    this.stirs.stop();
    this.portions.stop();
    for (const timer of this.held.values()) clearTimeout(timer);
    this.views.disconnect();
    // After the translations between its paragraphs are gone.
    setTimeout(this.joinTextFile);
  }

  private newNodes(): PageNodes {
    return new PageNodes(this.options.scope, {
      onUnseen: (element) => this.stirs.expect(element),
      onHost: (host) => this.stirs.watchHost(host),
    });
  }

  /**
   * Returns the texts of all paragraphs, those that are far away as well. Their own language is not detected:
   * the browser would be asked about each of ten thousand.
   */
  allTexts(): Promise<readonly string[]> {
    return this.reading(async () => {
      const far = await this.readIn(this.portions.all().flatMap(withShadow));
      const texts = [...this.units].map(({ marked }) => marked.text);
      const { target } = this.options;
      const { language } = this;
      const steps = function* () {
        for (const { marked, parent } of far) {
          yield;
          if (needsTranslation(marked.text, target, langOf(parent) || language)) texts.push(marked.text);
        }
      };
      await runInSlices(steps(), () => this.isStopped);
      return texts;
    });
  }

  private async readAll(): Promise<readonly string[]> {
    const later: Element[] = [];
    const isFar = (block: Element) => {
      const { top, bottom, height } = block.getBoundingClientRect();
      // Without a size of its own, its content may be anywhere.
      const far = height > 0 && (top > innerHeight + AHEAD_PX || bottom < -AHEAD_PX);
      if (far) later.push(block);
      return far;
    };
    if (!(await this.findRoots())) return [];
    let texts = await this.take(this.roots, isFar);
    this.portions.keep(later);
    while (texts.length === 0 && !this.isStopped) {
      const portion = this.portions.takeNearest();
      if (!portion) break;
      texts = await this.take(portion.flatMap(withShadow));
    }
    return texts;
  }

  /** Reads paragraphs, adds those that need a translation, and returns their texts. */
  private async take(
    roots: readonly (ParentNode & Node)[],
    isLater?: (block: Element) => boolean,
  ): Promise<string[]> {
    const found = await this.readIn(roots, isLater);
    if (this.language === "" && found.length > 0) this.language = await this.languageOf(found);
    const fresh = found.filter(({ nodes: [first] }) => !first || !this.byNode.has(first));
    this.tellSeen(fresh);
    return this.addWanted(fresh);
  }

  /** Tells of paragraphs in the window before the browser has detected the language of each. */
  private tellSeen(units: readonly Unit[]): void {
    if (this.isStopped) return;
    const isWanted = ({ marked, parent }: Unit) =>
      needsTranslation(marked.text, this.options.target, langOf(parent) || this.language);
    const isSeen = ({ parent }: Unit) => parent instanceof Element && isInWindow(parent);
    this.options.onSeen(units.filter((unit) => isSeen(unit) && isWanted(unit)));
  }

  private async findRoots(): Promise<boolean> {
    const roots = await runInSlices(contentRootsIn(this.page, this.options.scope), () => this.isStopped);
    if (roots) this.roots = roots;
    this.rootsAt = performance.now();
    return roots !== null && !this.isStopped;
  }

  /** Returns the paragraphs under these roots that have words to translate. */
  private async readIn(
    roots: readonly (ParentNode & Node)[],
    isLater?: (block: Element) => boolean,
  ): Promise<Unit[]> {
    const { nodes } = this;
    const steps = function* () {
      const units: Unit[] = [];
      for (const root of roots) {
        if (!root.isConnected) continue;
        for (const run of (yield* findRunsIn(root, nodes, isLater)) as Run[]) {
          yield;
          const marked = markedText(run, nodes);
          if (isMarkedWell(marked) && hasWords(marked.text)) units.push(makeUnit(run, marked));
        }
      }
      return units;
    };
    return (await runInSlices(steps(), () => this.isStopped)) ?? [];
  }

  /** Returns the language of the page: detected from its text, else declared by it. */
  private async languageOf(units: readonly Unit[]): Promise<string> {
    const sample = units
      .map(({ marked }) => marked.text)
      .join("\n")
      .slice(0, SAMPLE_CHARS);
    return (await this.options.detect(sample)) || this.page.documentElement.lang;
  }

  /** Adds the paragraphs that need a translation, and returns their texts. */
  private async addWanted(units: readonly Unit[], delayOf?: (unit: Unit) => number): Promise<string[]> {
    const texts: string[] = [];
    for (let at = 0; at < units.length && !this.isStopped; at += AT_ONCE) {
      const some = units.slice(at, at + AT_ONCE);
      const wanted = await this.wanted(some);
      if (at > 0) await nextSlice();
      if (this.isStopped) break;
      for (const unit of some) {
        const isWanted = wanted.includes(unit);
        if (isWanted) texts.push(unit.marked.text);
        if (isWanted && isThere(unit)) this.add(unit, delayOf?.(unit) ?? 0);
        else this.options.onGone(unit);
      }
    }
    return texts;
  }

  private async wanted(units: readonly Unit[]): Promise<Unit[]> {
    const { target, detect } = this.options;
    const checked = await Promise.all(
      units.map(async (unit) => {
        const { text } = unit.marked;
        const own = text.length >= DETECT_MIN_CHARS ? await detect(text.slice(0, SAMPLE_CHARS)) : "";
        return needsTranslation(text, target, own || langOf(unit.parent) || this.language) ? unit : null;
      }),
    );
    return checked.filter((unit) => unit !== null);
  }

  private add(unit: Unit, delay: number): void {
    const [first] = unit.nodes;
    if (!first) return;
    this.units.add(unit);
    this.byNode.set(first, unit);
    this.parents.add(unit.parent);
    if (delay === 0) {
      this.observe(unit);
      return;
    }
    this.held.set(
      unit,
      setTimeout(() => {
        this.held.delete(unit);
        if (isThere(unit)) this.observe(unit);
      }, delay),
    );
  }

  private observe(unit: Unit): void {
    const box = boxOf(unit.parent);
    if (!box) return;
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
    clearTimeout(this.held.get(unit));
    this.held.delete(unit);
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
    const [near, far] = partition(entries, ({ isIntersecting }) => isIntersecting).map((some) =>
      some.flatMap(({ target }) => [...(this.inBox.get(target) ?? [])]),
    );
    // All at once: each change that follows makes the browser lay out the page.
    if (near && near.length > 0) this.options.onNear(near);
    if (far && far.length > 0) this.options.onFar(far);
  }

  /** Reads changed parts again; unchanged paragraphs keep their translation. */
  private async refresh(): Promise<void> {
    if (this.isStopped) return;
    this.portions.lookSoon();
    // Styles may have changed.
    this.nodes = this.newNodes();
    const stirred = await runInSlices(this.stirs.take(this.nodes), () => this.isStopped);
    if (!stirred || stirred.changed.size + stirred.added.size === 0) return;
    const { changed, added } = stirred;
    const blocks = await this.changedBlocks(changed, added);
    if (this.isStopped) return;
    /** Texts before the change, by their parents. */
    const altered = new Map<Node, string>();
    const take = (unit: Unit) => {
      altered.set(unit.parent, unit.marked.text);
      this.remove(unit);
    };
    for (const unit of [...this.units]) if (!isThere(unit)) take(unit);
    const outer = [...blocks].filter((block) => !hasAncestorIn(block, blocks));
    const fresh: Unit[] = [];
    for (const unit of await this.readIn(outer.flatMap(withShadow))) {
      const [first] = unit.nodes;
      const before = first && this.byNode.get(first);
      if (before && isSame(before, unit)) this.options.onStays(before);
      else {
        if (before) take(before);
        fresh.push(unit);
      }
    }
    const now = performance.now();
    const isGrowing = (parent: Node, text: string) =>
      fresh.some((unit) => unit.parent === parent && unit.marked.text.startsWith(text.trimEnd()));
    const delays = new Map(
      [...altered].map(([parent, text]) => [
        parent,
        this.changing.delayAfter(parent, now, isGrowing(parent, text)),
      ]),
    );
    await this.addWanted(fresh, ({ parent }) => delays.get(parent) ?? 0);
  }

  /** Returns the blocks to read again for the changes of a page. */
  private async changedBlocks(
    changed: ReadonlySet<Node>,
    added: ReadonlySet<Element>,
  ): Promise<Set<Element>> {
    const blocks = new Set<Element>();
    const isKnown = (node: Node) => this.roots.some((root) => contains(root, node));
    const isStale = this.roots.length === 0 || this.roots.some((root) => !root.isConnected);
    const isElsewhere = [...changed, ...added].some((node) => !isKnown(node));
    if (isStale || (isElsewhere && performance.now() - this.rootsAt >= ROOTS_MS)) {
      const before = this.roots;
      await this.findRoots();
      for (const root of this.roots) if (!before.includes(root)) blocks.add(root);
    }
    for (const element of added) {
      // A block between others changes no paragraph; words between words do.
      const isApart = this.nodes.kindOf(element) === "block" && element.parentNode !== null;
      const isOfText = element.parentNode !== null && this.parents.has(element.parentNode);
      const block = this.blockOf(isApart && !isOfText ? element : (element.parentNode ?? element));
      if (block) blocks.add(block);
    }
    for (const node of changed) {
      const block = this.blockOf(node);
      if (block) blocks.add(block);
    }
    return blocks;
  }

  /** Returns the block that contains a change; null if it is not read. */
  private blockOf(node: Node): Element | null {
    let block = node instanceof Element ? node : parentAround(node);
    while (block && block !== this.page.body && this.nodes.kindOf(block) === "inline")
      block = parentAround(block);
    if (!block?.isConnected) return null;
    if (!this.roots.some((root) => contains(root, block as Element))) {
      // The inserted element may contain the main content itself.
      return this.roots.find((root) => contains(block as Element, root)) ?? null;
    }
    for (let up: Element | null = block; up && up !== this.page.body; up = parentAround(up))
      if (["skip", "keep", "apart"].includes(this.nodes.kindOf(up))) return null;
    return block;
  }
}

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

/** Returns those for which a condition holds, and the others. */
function partition<Item>(items: readonly Item[], holds: (item: Item) => boolean): [Item[], Item[]] {
  const [yes, no]: [Item[], Item[]] = [[], []];
  for (const item of items) (holds(item) ? yes : no).push(item);
  return [yes, no];
}

const isThere = ({ nodes, parent }: Unit): boolean =>
  nodes.every((node) => node.isConnected && node.parentNode === parent);

const isSame = (a: Unit, b: Unit): boolean =>
  a.marked.text === b.marked.text &&
  a.parent === b.parent &&
  a.nodes[a.nodes.length - 1] === b.nodes[b.nodes.length - 1];

/** Returns an element with its shadow root, which is read besides its own content. */
const withShadow = (element: Element): (ParentNode & Node)[] =>
  element.shadowRoot ? [element, element.shadowRoot] : [element];

/** Returns true if a node is in an element, through shadow roots. */
function contains(root: Element, node: Node): boolean {
  for (let up: Node | null = node; up; up = parentAround(up))
    if (up === root || root.contains(up)) return true;
  return false;
}

function hasAncestorIn(element: Element, all: ReadonlySet<Element>): boolean {
  for (let up = parentAround(element); up; up = parentAround(up)) if (all.has(up)) return true;
  return false;
}

/** Returns the declared language of a part of the page if it differs from the page's. */
function langOf(parent: Node): string {
  const said = closestAround(parent, "[lang]");
  return said && said !== said.ownerDocument.documentElement ? (said.getAttribute("lang") ?? "") : "";
}

/** Returns the nearest element with a box: some have none. */
function boxOf(parent: Node): Element | null {
  let box: Element | null =
    parent instanceof Element ? parent : parent instanceof ShadowRoot ? parent.host : null;
  while (box && getComputedStyle(box).display === "contents") box = parentAround(box);
  return box;
}

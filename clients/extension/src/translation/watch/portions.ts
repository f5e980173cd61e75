/** Number of neighboring blocks that are read together. */
const PORTION_BLOCKS = 40;
const LOOK_MS = 120;

/**
 * Blocks of a page that are far from the window, in portions. Each is passed on once it comes near, so that a
 * page of twenty thousand elements is read as far as it is looked at.
 */
export class Portions {
  private readonly portions: Element[][] = [];
  private readonly ended = new AbortController();
  /** Place that was scrolled last, and how far. */
  private scrolled: { place: Element | null; at: number };
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    page: Document,
    private readonly aheadPx: number,
    private readonly onNear: (blocks: readonly Element[]) => void,
  ) {
    const { scrollingElement: place } = page;
    this.scrolled = { place, at: place?.scrollTop ?? 0 };
    const { signal } = this.ended;
    const look = () => this.lookSoon();
    const scrolled = ({ target }: Event) => this.follow(target);
    page.addEventListener("scroll", scrolled, { signal, capture: true, passive: true });
    page.defaultView?.addEventListener("resize", look, { signal, passive: true });
  }

  /** Looks at once after a jump, before what it leads to is drawn for the first time; else soon. */
  private follow(target: EventTarget | null): void {
    const place = target instanceof Element ? target : document.scrollingElement;
    const at = (place?.scrollTop ?? 0) + (place?.scrollLeft ?? 0);
    const isJump = place === this.scrolled.place && Math.abs(at - this.scrolled.at) > this.aheadPx / 2;
    this.scrolled = { place, at };
    if (isJump && this.portions.length > 0) this.look();
    else this.lookSoon();
  }

  /** Looks whether a portion came near: the page may have become shorter above it. */
  lookSoon(): void {
    if (this.portions.length > 0) this.timer ??= setTimeout(() => this.look(), LOOK_MS);
  }

  /** Keeps blocks in the order of the page. */
  keep(blocks: readonly Element[]): void {
    for (let at = 0; at < blocks.length; at += PORTION_BLOCKS)
      this.portions.push(blocks.slice(at, at + PORTION_BLOCKS));
  }

  /** Returns the portion nearest to the window and forgets it; null: none is left. */
  takeNearest(): readonly Element[] | null {
    const [nearest] = this.placed().sort((a, b) => a.away - b.away);
    return nearest ? this.take(nearest.portion) : null;
  }

  /** Returns all blocks that are left, without forgetting them. */
  all(): readonly Element[] {
    return this.portions.flat();
  }

  stop(): void {
    this.ended.abort();
    clearTimeout(this.timer);
    this.portions.length = 0;
  }

  private look(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const { portion, away } of this.placed()) if (away <= this.aheadPx) this.onNear(this.take(portion));
  }

  private placed(): { portion: Element[]; away: number }[] {
    return this.portions.map((portion) => ({ portion, away: distanceOf(portion) }));
  }

  private take(portion: Element[]): readonly Element[] {
    this.portions.splice(this.portions.indexOf(portion), 1);
    return portion;
  }
}

/** Returns the distance of a portion from the window; its blocks may have moved or gone. */
function distanceOf(portion: readonly Element[]): number {
  const [first, last] = [portion[0], portion.at(-1)].map((block) => block?.getBoundingClientRect());
  if (!first || !last) return 0;
  const [top, bottom] = [Math.min(first.top, last.top), Math.max(first.bottom, last.bottom)];
  return Math.max(0, top - innerHeight, -bottom);
}

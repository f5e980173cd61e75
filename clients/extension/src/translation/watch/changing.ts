/** Delay after the second change of a paragraph; it doubles with each further one. */
const QUIET_MS = 2_000;
const QUIET_MAX_MS = 60_000;

/**
 * Tells how long to wait for paragraphs that change again and again, such as tickers and clocks: each change
 * would be paid.
 */
export class Changing {
  private readonly changes = new WeakMap<Node, { times: number; at: number }>();

  /**
   * Notes a change of the text in `parent` and returns the delay after which it may be translated. An answer that is
   * being written grows, and comes to an end: it need not wait longer each time.
   */
  delayAfter(parent: Node, now: number, isGrowing = false): number {
    const before = this.changes.get(parent);
    const isOld = !before || now - before.at > 2 * QUIET_MAX_MS;
    const times = isOld ? 1 : isGrowing ? 2 : before.times + 1;
    this.changes.set(parent, { times, at: now });
    return times === 1 ? 0 : Math.min(QUIET_MS * 2 ** (times - 2), QUIET_MAX_MS);
  }
}

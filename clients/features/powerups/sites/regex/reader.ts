/** Error of a pattern that cannot be used here. */
export class Unusable extends Error {}

/** Characters that are looked at ahead: more than the longest name. */
const LOOK_AHEAD = 20;

/** Reads a pattern character by character, with the flags that hold at its place. */
export class Reader {
  private readonly chars: readonly string[];
  private at = 0;
  flags = new Set<string>();

  constructor(pattern: string) {
    this.chars = [...pattern];
  }

  isAtEnd(): boolean {
    return this.at >= this.chars.length;
  }

  /** Returns the next character without reading it; "" at the end. */
  peek(): string {
    return this.chars[this.at] ?? "";
  }

  sees(text: string): boolean {
    return [...text].every((char, offset) => this.chars[this.at + offset] === char);
  }

  /** Reads `text` if it is next. */
  take(text: string): boolean {
    if (!this.sees(text)) return false;
    this.at += [...text].length;
    return true;
  }

  /** Reads a character and returns its code point. */
  next(): number {
    const code = this.chars[this.at]?.codePointAt(0);
    if (code === undefined) throw new Unusable("the pattern ends too early");
    this.at += 1;
    return code;
  }

  /** Reads up to and including `end`, and returns what stands before it. */
  until(end: string): string {
    const to = this.chars.indexOf(end, this.at);
    if (to < 0) throw new Unusable(`${end} is missing`);
    const text = this.chars.slice(this.at, to).join("");
    this.at = to + 1;
    return text;
  }

  /** Returns what a pattern finds in the text that is next, without reading it. */
  match(pattern: RegExp): RegExpExecArray | null {
    return pattern.exec(this.chars.slice(this.at, this.at + LOOK_AHEAD).join(""));
  }

  /** Skips spaces and comments, where the flag `x` says so. */
  skip(): void {
    if (!this.flags.has("x")) return;
    for (;;) {
      if (/^\s$/.test(this.peek())) this.at += 1;
      else if (this.take("#")) while (!this.isAtEnd() && this.next() !== 10);
      else return;
    }
  }
}

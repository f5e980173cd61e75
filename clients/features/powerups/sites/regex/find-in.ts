import type { Step } from "./compile-regex";
import type { Look } from "./parse-regex";
import type { CharSet } from "./sets";

/** Steps of all characters together: a fraction of a second. A pattern that takes more matches nothing. */
const WORK_MAX = 4_000_000;

const [FOUND, CHARS, SPLIT, LOOK] = [0, 1, 2, 3];
const KINDS = { found: FOUND, chars: CHARS, split: SPLIT, look: LOOK } as const;

/** Steps as columns, which are read quickly. */
export interface Program {
  steps: readonly Step[];
  codes: Uint8Array;
  nexts: Int32Array;
  others: Int32Array;
  sets: readonly (Uint8Array | null)[];
}

/** Returns the steps as columns. Steps of the same set share it: a repetition has thousands of them. */
export function programOf(steps: readonly Step[]): Program {
  const flags = new Map<CharSet, Uint8Array>();
  const flagsOf = (set: CharSet): Uint8Array => {
    const made = flags.get(set) ?? Uint8Array.from(set, Number);
    flags.set(set, made);
    return made;
  };
  return {
    steps,
    codes: Uint8Array.from(steps, ({ kind }) => KINDS[kind]),
    nexts: Int32Array.from(steps, (step) => ("next" in step ? step.next : 0)),
    others: Int32Array.from(steps, (step) => ("other" in step ? step.other : 0)),
    sets: steps.map((step) => ("set" in step ? flagsOf(step.set) : null)),
  };
}

const ASCII_END = 128;

/**
 * Returns true if the program finds something in an ASCII text. It follows all ways at once, character by character, so no
 * pattern takes it longer than the product of both lengths.
 */
export function findIn({ steps, codes, nexts, others, sets }: Program, start: number, text: string): boolean {
  let work = 0;
  /** Place in the text for which a step was followed last. */
  const seen = new Int32Array(codes.length).fill(-1);
  const waiting = new Int32Array(2 * codes.length + 2);
  let now = new Int32Array(codes.length + 1);
  let later = new Int32Array(codes.length + 1);
  let count = 0;
  for (let place = 0; place <= text.length && work < WORK_MAX; place += 1) {
    const code = place < text.length ? text.charCodeAt(place) : ASCII_END;
    // What is found may begin anywhere.
    now[count] = start;
    let next = 0;
    for (let first = 0; first <= count; first += 1) {
      waiting[0] = now[first] ?? 0;
      for (let length = 1; length > 0; ) {
        length -= 1;
        const at = waiting[length] ?? 0;
        if (seen[at] === place) continue;
        seen[at] = place;
        work += 1;
        const kind = codes[at];
        if (kind === FOUND) return true;
        if (kind === CHARS) {
          if (code < ASCII_END && sets[at]?.[code] === 1) later[next++] = nexts[at] ?? 0;
          continue;
        }
        if (kind === SPLIT) waiting[length++] = others[at] ?? 0;
        else if (!holds((steps[at] as Step & { kind: "look" }).look, text, place)) continue;
        waiting[length++] = nexts[at] ?? 0;
      }
    }
    [now, later, count] = [later, now, next];
  }
  return false;
}

/** Returns true for a letter, a digit or `_`; outside of the text there is none. */
function isWord(text: string, at: number): boolean {
  // Digits, upper and lower case. A pattern may ask this millions of times.
  const code = text.charCodeAt(at);
  return (
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
  );
}

function holds(look: Look, text: string, place: number): boolean {
  const before = isWord(text, place - 1);
  const after = isWord(text, place);
  switch (look) {
    case "start":
      return place === 0;
    case "end":
      return place === text.length;
    case "word":
      return before !== after;
    case "no_word":
      return before === after;
    case "word_start":
      return !before && after;
    case "word_end":
      return before && !after;
    case "word_start_half":
      return !before;
    case "word_end_half":
      return !after;
  }
}

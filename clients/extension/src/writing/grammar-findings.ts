import type { GrammarFinding } from "@ensemble/contract/wire";

/** Finding with the words it concerns. */
export interface Shown extends GrammarFinding {
  id: number;
  wrong: string;
  /** Surrounding text. */
  before: string;
  after: string;
}

const AROUND_CHARS = 30;

/** Returns the findings of a text for display. */
export function shownFindings(text: string, findings: readonly GrammarFinding[]): Shown[] {
  return findings.map((finding, id) => ({
    ...finding,
    id,
    wrong: text.slice(finding.start, finding.end),
    before: startWithWord(text.slice(Math.max(0, finding.start - AROUND_CHARS), finding.start)),
    after: endWithWord(text.slice(finding.end, finding.end + AROUND_CHARS)),
  }));
}

/** Returns the last line of the text; of a longer one, the end from a word boundary on. */
function startWithWord(text: string): string {
  const line = text.slice(text.lastIndexOf("\n") + 1);
  return line.length < AROUND_CHARS ? line : `…${line.replace(/^\S*\s/, "")}`;
}

function endWithWord(text: string): string {
  const line = text.split("\n")[0] as string;
  return line.length < AROUND_CHARS ? line : `${line.replace(/\s\S*$/, "")}…`;
}

/** Returns the remaining findings after one was fixed: later ones move, overlapping ones are dropped. */
export function afterChange(findings: readonly Shown[], done: Shown, replacement: string): Shown[] {
  const moved = replacement.length - (done.end - done.start);
  return findings
    .filter(({ id, start, end }) => id !== done.id && (end <= done.start || start >= done.end))
    .map((one) => (one.start >= done.end ? { ...one, start: one.start + moved, end: one.end + moved } : one));
}

/** Returns true for a definite mistake with a suggestion, which "accept all" fixes. */
export const isSure = ({ is_mistake, options }: Shown): boolean => is_mistake && options.length > 0;

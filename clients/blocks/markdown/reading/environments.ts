/** Environments of TeX that are formulas by themselves, and what they are within a line. */
const IN_LINE: Record<string, string | null> = {
  align: "aligned",
  aligned: "aligned",
  alignat: "alignedat",
  alignedat: "alignedat",
  equation: null,
  gather: "gathered",
  gathered: "gathered",
  split: "split",
  cases: "cases",
  rcases: "rcases",
  matrix: "matrix",
  pmatrix: "pmatrix",
  bmatrix: "bmatrix",
  Bmatrix: "Bmatrix",
  vmatrix: "vmatrix",
  Vmatrix: "Vmatrix",
  smallmatrix: "smallmatrix",
  array: "array",
  CD: "CD",
};

/** True if an environment is a formula. */
export const isEnvironment = (name: string): boolean => Object.hasOwn(IN_LINE, name);

export interface Environment {
  /** Place of its first character, with the indent where it begins a line. */
  start: number;
  length: number;
  source: string;
  indent: string;
  /** True if nothing else is on its lines. */
  isAlone: boolean;
}

const BEGIN = /\\begin\{([A-Za-z]+)(\*?)\}/g;

/** Returns the first environment without marks of a formula around it that begins within a part of a text; null: none. */
export function environmentAt(text: string, from: number, to = text.length): Environment | null {
  const begins = new RegExp(BEGIN);
  begins.lastIndex = from;
  for (let found = begins.exec(text); found && found.index < to; found = begins.exec(text)) {
    const length = environmentLength(text.slice(found.index));
    if (length === null || text.charAt(found.index - 1) === "\\") continue;
    const end = found.index + length;
    const line = text.lastIndexOf("\n", found.index - 1) + 1;
    const indent = text.slice(Math.max(line, from), found.index);
    const isAlone = /^[ \t]*$/.test(text.slice(line, found.index)) && /^[ \t]*(?:\n|$)/.test(text.slice(end));
    const start = isAlone ? found.index - indent.length : found.index;
    return {
      start,
      length: end - start,
      source: text.slice(found.index, end),
      indent: isAlone ? indent : "",
      isAlone,
    };
  }
  return null;
}

/** Returns the length of the environment with which a text begins, up to its end and what follows it on the line; null: none. */
export function environmentLength(text: string): number | null {
  const [begin, name = "", star = ""] = /^\\begin\{([A-Za-z]+)(\*?)\}/.exec(text) ?? [];
  if (begin === undefined || !isEnvironment(name)) return null;
  const close = `\\end{${name}${star}}`;
  const end = text.indexOf(close);
  if (end < 0 || /\n[ \t]*\n/.test(text.slice(0, end))) return null;
  return end + close.length;
}

/** Replaces environments that are numbered or take a line of their own, so that a formula within a line can have them. */
export const unnumbered = (source: string): string =>
  source.replace(/\\(begin|end)\{([A-Za-z]+)\*?\}/g, (whole, side: string, name: string) => {
    if (!isEnvironment(name)) return whole;
    const other = IN_LINE[name];
    return other === null ? "" : `\\${side}{${other}}`;
  });

/** Removes numbers of lines, which mean nothing in an answer and cover wide formulas, and labels, which cannot be drawn. */
export const withoutNumbers = (source: string): string =>
  source
    .replace(/\\(?:label\{[^{}]*\}|nonumber\b|notag\b)/g, "")
    .replace(/\\(begin|end)\{(align|alignat|equation|gather)\}/g, "\\$1{$2*}");

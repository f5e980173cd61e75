/** A row of a sheet with its number, where it has one. */
export interface SheetRow {
  number: number | null;
  cells: readonly string[];
}

/** A rectangle of cells, counted from 1; the last ones are in it. */
export interface CellRange {
  sheet: string;
  columns: readonly [first: number, last: number];
  rows: readonly [first: number, last: number];
}

/** The rows of a sheet as the server reads it: the row's number, then its cells, with tabs between them. */
export function sheetRows(text: string): SheetRow[] {
  const lines = text.split("\n").map((line) => line.split("\t"));
  // Sheets parsed before rows had numbers begin with a cell.
  const numbered = lines.every(
    ([first = ""], index) => /^\d{1,7}$/.test(first) && (index === 0 || after(lines, index)),
  );
  return lines.map(([first = "", ...rest]) =>
    numbered ? { number: Number(first), cells: rest } : { number: null, cells: [first, ...rest] },
  );
}

const after = (lines: readonly (readonly string[])[], index: number) =>
  Number(lines[index]?.[0]) > Number(lines[index - 1]?.[0]);

/** Returns the rows of a CSV file. Cells may be quoted, with line ends in them. */
export function csvRows(file: string): SheetRow[] {
  const text = file.replaceAll("\r\n", "\n");
  const head = text.slice(0, text.search(/\n|$/));
  const sign = [",", ";", "\t"].reduce((best, one) =>
    head.split(one).length > head.split(best).length ? one : best,
  );
  const rows: string[][] = [[""]];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    const row = rows.at(-1) ?? [];
    if (letter === '"' && quoted && text[at + 1] === '"') at += 1;
    else if (letter === '"' && (quoted || row.at(-1) === "")) {
      quoted = !quoted;
      continue;
    } else if (!quoted && letter === sign) {
      row.push("");
      continue;
    } else if (!quoted && letter === "\n") {
      rows.push([""]);
      continue;
    }
    row.push((row.pop() ?? "") + letter);
  }
  return rows.map((cells, index) => ({ number: index + 1, cells }));
}

/** Splits a source title such as "costs.xlsx, Costs!B12:C14" into file name and cell range. */
export function namedCells(title: string): { name: string; range: CellRange | null } {
  const named = /^(.+), ([^!]+)!([A-Z]{1,3})(\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))?$/.exec(title);
  if (!named) return { name: title, range: null };
  const [, name = "", sheet = "", column = "", row = "", lastColumn = column, lastRow = row] = named;
  const ordered = (one: number, other: number) => [Math.min(one, other), Math.max(one, other)] as const;
  const range = {
    sheet,
    columns: ordered(columnNumber(column), columnNumber(lastColumn)),
    rows: ordered(Number(row), Number(lastRow)),
  };
  return { name, range };
}

export const isIn = ({ columns, rows }: CellRange, column: number, row: number): boolean =>
  column >= columns[0] && column <= columns[1] && row >= rows[0] && row <= rows[1];

const columnNumber = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** 1 is A, 27 is AA. */
export function columnName(number: number): string {
  const rest = Math.floor((number - 1) / 26);
  return (rest > 0 ? columnName(rest) : "") + String.fromCharCode(65 + ((number - 1) % 26));
}

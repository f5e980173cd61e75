import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import { type CellRange, columnName, isIn, type SheetRow } from "./sheet-cells";

/** Number of rows shown at once, because more make the page slow. */
const ROWS_SHOWN = 300;
/** Maximum number of padded cells: one very long row would make the page slow. */
const CELLS_FILLED_MAX = 20_000;
/** Number of rows shown above the wanted ones. */
const ROWS_BEFORE = 20;

/** Shows cells of a sheet as a table and highlights those that a source cites. */
export function SheetTable({
  name,
  rows,
  wanted,
}: {
  name: string;
  rows: readonly SheetRow[];
  wanted: CellRange | null;
}) {
  const text = useText("documents");
  const table = useRef<HTMLTableElement>(null);
  const first = wanted ? rows.findIndex(({ number }) => number !== null && number >= wanted.rows[0]) : 0;
  const [from, setFrom] = useState(Math.max(0, first - ROWS_BEFORE));
  const [to, setTo] = useState(from + ROWS_SHOWN);
  useEffect(() => {
    table.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "center", inline: "center" });
  }, []);
  const shown = rows.slice(from, to);
  const columns = shown.reduce((most, { cells }) => Math.max(most, cells.length), 1);
  const isFilled = shown.length * columns <= CELLS_FILLED_MAX;
  const cell = "border border-line px-2 py-1 align-top";
  const head = `${cell} bg-sunken font-medium text-faint text-xs`;
  return (
    <div className="flex flex-col items-start gap-2">
      {from > 0 ? (
        <Button size="sm" onClick={() => setFrom(Math.max(0, from - ROWS_SHOWN))}>
          {text("more_rows")}
        </Button>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide one is scrolled by keyboard */}
      <div tabIndex={0} className="max-w-full overflow-x-auto">
        <table ref={table} aria-label={text("cells", { name })} className="border-collapse text-sm">
          <thead>
            <tr>
              <td className={head} />
              {Array.from({ length: columns }, (_, index) => (
                <th key={columnName(index + 1)} scope="col" className={head}>
                  {columnName(index + 1)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ number, cells }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row's place is its identity
              <tr key={from + index}>
                <th scope="row" className={`${head} text-end tabular-nums`}>
                  {number}
                </th>
                {Array.from({ length: isFilled ? columns : cells.length }, (_, column) => {
                  const isWanted = wanted !== null && number !== null && isIn(wanted, column + 1, number);
                  return (
                    <td
                      key={columnName(column + 1)}
                      aria-current={isWanted ? "location" : undefined}
                      className={clsx(
                        cell,
                        "plain-bidi max-w-80 whitespace-pre-wrap break-words",
                        isWanted && "bg-accent-soft text-accent-ink shadow-[inset_0_0_0_2px_var(--accent)]",
                      )}
                    >
                      {cells[column] ?? ""}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {to < rows.length ? (
        <Button size="sm" onClick={() => setTo(to + ROWS_SHOWN)}>
          {text("more_rows")}
        </Button>
      ) : null}
    </div>
  );
}

import type { Element, Root } from "hast";
import { memo } from "react";
import { MAX_ITEMS } from "./limits";
import { PlainText } from "./plain/PlainText";
import { directionOf } from "./reading/directions";
import { TableBox } from "./TableBox";
import { GROUP_ROWS, type TableRows } from "./table-rows";
import { useGrowingCount } from "./use-growing-count";
import { Written, type WrittenProps } from "./Written";

/** Renders a table, of which only the last rows are parsed and rendered again while it grows. */
export function MarkdownTable({
  table: { head, groups },
  definitions,
  open,
}: {
  table: TableRows;
  definitions: string;
  /** True if more text may be appended to its last row. */
  open: boolean;
}) {
  const parsed = groups.slice(0, MAX_ITEMS / GROUP_ROWS);
  const rest = groups.slice(parsed.length).join("\n");
  const shown = useGrowingCount(parsed.length);
  const box = (
    <TableBox dir={directionOf([head, ...groups.slice(0, 4)].join("\n"))}>
      <Lines source={head} definitions={definitions} open={open && groups.length === 0} rehype={HEAD_ALONE} />
      {groups.length > 0 ? (
        <tbody>
          {parsed.slice(0, shown).map((rows, index) => (
            <Lines
              // biome-ignore lint/suspicious/noArrayIndexKey: a group's place is its identity, the table only grows
              key={index}
              source={`${head}\n${rows}`}
              definitions={rows.includes("[") ? definitions : ""}
              open={open && index === groups.length - 1}
              rehype={ROWS_ALONE}
            />
          ))}
        </tbody>
      ) : null}
    </TableBox>
  );
  if (rest === "") return box;
  return (
    <>
      {box}
      <PlainText text={rest} />
    </>
  );
}

/** Renders a group of lines. Memoized by hand, like blocks. */
const Lines = memo(Written);

/** Unwraps the content of one part of the parsed table. */
const partAlone = (take: (table: Element) => Root["children"]): WrittenProps["rehype"] => [
  () => (tree: Root) => {
    tree.children = tree.children.flatMap((child) => (named(child, "table") ? take(child) : []));
  },
];
const HEAD_ALONE = partAlone(({ children }) => children.filter((child) => named(child, "thead")));
const ROWS_ALONE = partAlone(({ children }) =>
  children.flatMap((child) =>
    named(child, "tbody") ? child.children.filter((row) => named(row, "tr")) : [],
  ),
);

const named = (node: Root["children"][number], tagName: string): node is Element =>
  node.type === "element" && node.tagName === tagName;

import type { Element, Root as Page } from "hast";
import type { Root } from "mdast";
import { memo } from "react";
import { isParsable, MAX_ITEMS } from "./limits";
import { GROUP_ITEMS, type ItemList } from "./list-items";
import { PlainText } from "./plain/PlainText";
import { directionOf } from "./reading/directions";
import { useGrowingCount } from "./use-growing-count";
import { Written, type WrittenProps } from "./Written";

/** Renders a list, of which only the last items are parsed and rendered again while it grows. */
export function MarkdownList({
  list,
  definitions,
  open,
}: {
  list: ItemList;
  definitions: string;
  /** True if more text may be appended to its last item. */
  open: boolean;
}) {
  const parsed = list.groups.slice(0, MAX_ITEMS / GROUP_ITEMS);
  const rest = list.groups.slice(parsed.length).join("");
  const shown = useGrowingCount(parsed.length);
  const items = parsed.slice(0, shown).map((source, index) => (
    <Items
      // biome-ignore lint/suspicious/noArrayIndexKey: a group's place is its identity, the list only grows
      key={index}
      source={source}
      definitions={source.includes("[") ? definitions : ""}
      open={open && index === list.groups.length - 1}
      loose={list.loose}
    />
  ));
  const direction = directionOf(list.groups.join(""));
  return (
    <>
      {list.start === null ? (
        <ul dir={direction}>{items}</ul>
      ) : (
        <ol dir={direction} start={list.start}>
          {items}
        </ol>
      )}
      {rest === "" ? null : <PlainText text={rest} />}
    </>
  );
}

/** Renders a group of items. Memoized by hand, like blocks. */
const Items = memo(function Items({ loose, ...written }: WrittenProps & { loose: boolean }) {
  if (!isParsable(written.source)) {
    return (
      <li>
        <PlainText text={written.source} />
      </li>
    );
  }
  return <Written {...written} remark={loose ? LOOSE : NONE} rehype={ITEMS_ALONE} />;
});

/** Makes a group of items loose: a part of a loose list may look tight by itself. */
const LOOSE: WrittenProps["remark"] = [
  () => (tree: Root) => {
    const [list] = tree.children;
    if (list?.type === "list") list.spread = true;
  },
];
const NONE: WrittenProps["remark"] = [];

/** Unwraps the items from the list that was parsed around them. */
const ITEMS_ALONE: WrittenProps["rehype"] = [
  () => (tree: Page) => {
    tree.children = tree.children.flatMap((child): Page["children"] =>
      isList(child) ? child.children : [child],
    );
  },
];

const isList = (node: Page["children"][number]): node is Element =>
  node.type === "element" && (node.tagName === "ul" || node.tagName === "ol");

import type { Element, Root as Page } from "hast";
import type { Root } from "mdast";
import { memo } from "react";
import type { ItemList } from "./list-items";
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
  const items = list.groups.map((source, index) => (
    <Items
      // biome-ignore lint/suspicious/noArrayIndexKey: a group's place is its identity, the list only grows
      key={index}
      source={source}
      definitions={source.includes("[") ? definitions : ""}
      open={open && index === list.groups.length - 1}
      loose={list.loose}
    />
  ));
  if (list.start === null) return <ul dir="auto">{items}</ul>;
  return (
    <ol dir="auto" start={list.start}>
      {items}
    </ol>
  );
}

/** Renders a group of items. Memoized by hand, like blocks. */
const Items = memo(function Items({ loose, ...written }: WrittenProps & { loose: boolean }) {
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

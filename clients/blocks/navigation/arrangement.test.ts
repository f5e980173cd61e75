import { describe, expect, test } from "vitest";
import {
  arrange,
  beginsSection,
  DEFAULT_ARRANGEMENT,
  moveItem,
  readArrangement,
  showItem,
  sortItems,
} from "./arrangement";

const ITEMS = [
  { key: "memo", order: 120 },
  { key: "chat", order: 10 },
  { key: "search", order: 50 },
  { key: "bots", order: 30 },
];
const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key);

describe("the order of the menu", () => {
  test("is the product's until a person moves something", () => {
    expect(keys(sortItems(ITEMS, DEFAULT_ARRANGEMENT))).toEqual(["chat", "bots", "search", "memo"]);
    const moved = moveItem(ITEMS, DEFAULT_ARRANGEMENT, "memo", 1);
    expect(keys(sortItems(ITEMS, moved))).toEqual(["chat", "memo", "bots", "search"]);
    expect(keys(sortItems(ITEMS, moveItem(ITEMS, moved, "chat", 99)))).toEqual([
      "memo",
      "bots",
      "search",
      "chat",
    ]);
  });

  test("an area that is new follows its predecessor, and one that is gone leaves no hole", () => {
    const stored = { order: ["gone", "memo", "search", "chat"], hidden: [] };
    expect(keys(sortItems(ITEMS, stored))).toEqual(["memo", "search", "chat", "bots"]);
  });

  test("sections begin where another kind of work does", () => {
    const [chat, bots, search, memo] = sortItems(ITEMS, DEFAULT_ARRANGEMENT);
    if (!chat || !bots || !search || !memo) throw new Error("four items");
    expect([beginsSection(undefined, chat), beginsSection(chat, bots), beginsSection(bots, search)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(beginsSection(search, memo)).toBe(true);
  });
});

describe("items under More", () => {
  test("leave the menu and come back, but the current one is always in it", () => {
    const hidden = showItem(showItem(DEFAULT_ARRANGEMENT, "bots", false), "bots", false);
    expect(hidden.hidden).toEqual(["bots"]);
    expect(keys(arrange(ITEMS, hidden, "chat").more)).toEqual(["bots"]);
    expect(keys(arrange(ITEMS, hidden, "bots").shown)).toEqual(["chat", "bots", "search", "memo"]);
    expect(arrange(ITEMS, showItem(hidden, "bots", true), undefined).more).toEqual([]);
  });
});

describe("a stored arrangement", () => {
  test("is read back, and anything else is the default", () => {
    const stored = { order: ["memo"], hidden: ["bots"] };
    expect(readArrangement(JSON.stringify(stored))).toEqual(stored);
    for (const broken of [null, "", "{", "[]", "null", '{"order":3,"hidden":[1]}'])
      expect(readArrangement(broken), String(broken)).toEqual(DEFAULT_ARRANGEMENT);
  });
});

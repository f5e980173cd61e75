import type { NavigationItem } from "@ensemble/blocks/area/area";
import { readArrangement } from "@ensemble/blocks/navigation/arrangement";
import { renderIn, testMe } from "@ensemble/blocks/testing";
import { memoryHost } from "@ensemble/host/memory-host";
import texts from "@ensemble/i18n/locales/en/start/index";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Bot, type LucideIcon } from "lucide-react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BottomTabs } from "./BottomTabs";
import { useFrame } from "./frame-store";
import { Rail } from "./Rail";

/** The twelve areas of the specification. Labels that no area has yet stand in for theirs. */
const TWELVE: NavigationItem[] = (
  [
    ["chat", "chat", 10],
    ["discover", "all_functions", 20],
    ["bots", "bots", 30],
    ["read", "read", 40],
    ["search", "web_search", 50],
    ["write", "humanizer", 60],
    ["translate", "example_grammar_hint", 70],
    ["image", "new_chat", 80],
    ["video", "functions", 90],
    ["audio", "simple_mode", 100],
    ["toolkit", "pdfs", 110],
    ["memo", "memo", 120],
  ] as const
).map(([key, label, order]) => ({
  ...{ key, label, order, to: `/${key}`, group: "main" as const },
  icon: Bot as LucideIcon,
}));

const show = (entries = TWELVE, host = memoryHost()) =>
  renderIn(<Rail entries={entries} current={entries[0]} listed />, { areas: ["start"], host });
const rail = () => screen.getByRole("navigation", { name: "Main navigation" });
const names = () =>
  within(within(rail()).getByRole("list"))
    .getAllByRole("link")
    .map((link) => link.textContent);

beforeEach(() => useFrame.setState({ namesShown: true, listOpen: true }));

afterEach(cleanup);

/** Height that an element's own classes give it, with its children's, in pixels. Rows do not shrink. */
function heightOf(element: Element): number {
  const size = (pattern: RegExp) => Number(pattern.exec(` ${element.className} `)?.[1] ?? 0) * 4;
  const margins = size(/ mt-([\d.]+) /) + size(/ mb-([\d.]+) /);
  const height = size(/ h-([\d.]+) /);
  if (height > 0) return height + margins;
  const inside = [...element.children].map(heightOf);
  const isRow = element.className.includes("items-center");
  const gaps = element.className.includes("gap-px") ? Math.max(0, inside.length - 1) : 0;
  const content = isRow ? Math.max(0, ...inside) : inside.reduce((sum, one) => sum + one, 0);
  return content + gaps + margins + 2 * size(/ py-([\d.]+) /);
}

describe("the rail", () => {
  test("holds twelve areas by name in a window of 720 px", async () => {
    await show();
    expect(names()).toEqual(TWELVE.map(({ label }) => texts[label as keyof typeof texts]));
    for (const link of within(rail()).getAllByRole("link", { name: /./ }))
      if (link.parentElement?.tagName === "LI") expect(heightOf(link)).toBe(32);
    expect(heightOf(rail())).toBeGreaterThan(500);
    expect(heightOf(rail())).toBeLessThanOrEqual(720);
  });

  test("marks the area that is open", async () => {
    await show();
    expect(within(rail()).getByRole("link", { name: "Chat" }).getAttribute("aria-current")).toBe("page");
    expect(within(rail()).getByRole("link", { name: "Bots" }).getAttribute("aria-current")).toBeNull();
  });

  test("without names keeps them for screen readers", async () => {
    useFrame.setState({ namesShown: false });
    await show();
    const link = within(rail()).getByRole("link", { name: "Memo" });
    expect(link.textContent).toBe("");
    expect(link.dataset.tip).toBe("Memo");
  });

  test("is arranged by its person, and remembers it on this device", async () => {
    const { host } = await show();
    await userEvent.click(within(rail()).getByRole("button", { name: "More pages" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Customize menu…" }));
    const dialog = await screen.findByRole("dialog", { name: "Customize menu" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Move Bots up" }));
    await userEvent.click(within(dialog).getByRole("switch", { name: "Show Memo in the menu" }));
    await userEvent.keyboard("{Escape}");
    expect(names().slice(0, 3)).toEqual([texts.chat, texts.bots, texts.all_functions]);
    expect(names()).not.toContain("Memo");
    await userEvent.click(within(rail()).getByRole("button", { name: "More pages" }));
    expect(await screen.findByRole("menuitem", { name: "Memo" })).toBeTruthy();
    const { order, hidden } = readArrangement(host.storage.get(`navigation/${testMe.id}`));
    expect(order.slice(0, 3)).toEqual(["chat", "bots", "discover"]);
    expect(hidden).toEqual(["memo"]);
  });
});

describe("the tabs of a phone", () => {
  test("have the areas without a tab under More", async () => {
    await renderIn(<BottomTabs entries={TWELVE} current={TWELVE[11]} />, { areas: ["start"] });
    const tabs = screen.getByRole("navigation", { name: "Main navigation" });
    expect(within(tabs).getAllByRole("link").length).toBe(4);
    const more = within(tabs).getByRole("button", { name: "More" });
    await userEvent.click(more);
    const dialog = await screen.findByRole("dialog", { name: "More" });
    expect(within(dialog).getAllByRole("link").length).toBe(10);
  });
});

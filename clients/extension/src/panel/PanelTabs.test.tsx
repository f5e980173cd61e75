import type { NavigationItem } from "@ensemble/blocks/area/area";
import { renderIn } from "@ensemble/blocks/testing";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Bot } from "lucide-react";
import { afterEach, expect, test } from "vitest";
import { PanelTabs } from "./PanelTabs";

afterEach(cleanup);

const entry = (key: string, label: NavigationItem["label"], order: number): NavigationItem => ({
  ...{ key, label, order },
  to: `/${key}`,
  icon: Bot,
  group: "main",
});
const ENTRIES = [entry("bots", "bots", 30), entry("read", "read", 40), entry("memo", "memo", 120)];

const show = (entries: readonly NavigationItem[], current: string | null) =>
  renderIn(<PanelTabs entries={entries} current={current} immersive={false} />, { areas: ["extension"] });
const tabs = () => within(screen.getByRole("navigation"));

test("two areas have a tab of their own", async () => {
  await show(ENTRIES.slice(0, 2), "read");
  expect(tabs().getAllByRole("link").length).toBe(5);
  expect(tabs().queryByRole("button")).toBeNull();
  expect(tabs().getByRole("link", { name: "Read" }).getAttribute("aria-current")).toBe("page");
});

test("more areas are under More, which is marked while one of them is open", async () => {
  await show(ENTRIES, "memo");
  expect(tabs().getAllByRole("link").length).toBe(4);
  const more = tabs().getByRole("button", { name: "More" });
  expect(more.getAttribute("aria-current")).toBe("page");
  await userEvent.click(more);
  expect((await screen.findByRole("menuitem", { name: "Memo" })).getAttribute("href")).toBe("/memo");
  expect(screen.getByRole("menuitem", { name: "Read" })).toBeTruthy();
});

import { renderIn, serve, testSession } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { setPaletteOpen, useFrame } from "../frame/frame-store";
import { loadPanels } from "../settings/settings-index";
import { Palette } from "./Palette";
import { takeTyped } from "./type-ahead";

const hit = (conversation: string, message: string, snippet: string) => ({
  conversation_id: conversation,
  message_id: message,
  title: conversation,
  snippet,
  marks: [],
  role: "assistant",
  created_at: "2026-11-01T08:00:00Z",
});

beforeAll(loadPanels);
afterEach(() => {
  cleanup();
  setPaletteOpen(false);
});

async function open(hits: unknown[] = []) {
  serve({
    "GET /api/chat/conversations": { items: [], next_cursor: null },
    "GET /api/chat/search": { items: hits, next_cursor: null },
    "GET /api/search/own": { items: [] },
  });
  return renderIn(<Palette />, {
    areas: ["frame", "settings", "search_words", "mentions"],
    session: testSession(),
  });
}

const options = async (words: string) => {
  await userEvent.type(await screen.findByRole("combobox"), words);
  await screen.findAllByRole("option");
  return screen.getAllByRole("option").map((option) => option.textContent);
};

describe("the palette", () => {
  // screens.md, 2
  test("takes keys from the first press, before it has loaded", async () => {
    const page = document.body.appendChild(document.createElement("textarea"));
    page.focus();
    setPaletteOpen(true);
    await userEvent.keyboard("tra");
    const key = new KeyboardEvent("keydown", { key: "c", cancelable: true });
    document.activeElement?.dispatchEvent(key);
    expect(key.defaultPrevented).toBe(false);
    await open();
    await userEvent.keyboard("sh");

    expect((await screen.findByRole<HTMLInputElement>("combobox")).value).toBe("trash");
    expect(page.value).toBe("");
    page.remove();
  });

  test("opens the first thing found where Enter was pressed before it has loaded", async () => {
    setPaletteOpen(true);
    await userEvent.keyboard("humanizer{Enter}");
    const { navigate } = await open();

    await waitFor(() => expect(navigate).toHaveBeenCalledWith("/bypass-ai"));
    expect(useFrame.getState().paletteOpen).toBe(false);
  });

  test("gives the focus back when it is closed before it has loaded", async () => {
    const page = document.body.appendChild(document.createElement("textarea"));
    page.focus();
    setPaletteOpen(true);
    await userEvent.keyboard("t{Escape}");

    expect(document.activeElement).toBe(page);
    expect(takeTyped()).toBeNull();
    page.remove();
  });

  // screens.md, 6
  test.each([
    ["bots", "Bots"],
    ["read", "Read"],
    ["research", "Web search"],
    ["translate", "Chat"],
    ["notes", "Memo"],
    ["rewrite", "Humanizer"],
    ["pdf", "PDFs"],
  ])("leads with an area for %j", async (words, area) => {
    await open();
    expect((await options(words))[0]).toBe(area);
  });

  test("lists a chat once, with the number of its matches and without Markdown", async () => {
    await open([
      hit("Trip", "m1", "## **Plan** for [Bern](https://x.org)"),
      hit("Trip", "m2", "another"),
      hit("Cake", "m3", "`flour`"),
    ]);
    await userEvent.type(await screen.findByRole("combobox"), "plan zzz");
    const chats = within(await screen.findByRole("group", { name: "Chats" }));

    expect(chats.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Trip2 matches · Plan for Bern",
      "Cakeflour",
    ]);
  });

  test("finds pages that areas name, by their names and by other words", async () => {
    await open();
    await userEvent.type(await screen.findByRole("combobox"), "cut out");
    const option = await screen.findByRole("option", { name: /^Background removal/ });
    expect(option.textContent).toBe("Background removalImage tools");
    await userEvent.clear(screen.getByRole("combobox"));
    await userEvent.type(screen.getByRole("combobox"), "coloring");
    expect(await screen.findByRole("option", { name: /^Coloring page/ })).toBeTruthy();
  });
});

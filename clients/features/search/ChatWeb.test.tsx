import { renderIn, serve } from "@ensemble/blocks/testing";
import type { SearchInChat } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChatWeb } from "./ChatWeb";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

/** Serves the setting as it was saved last. */
function serveSetting(): ReturnType<typeof serve> {
  let now: SearchInChat = { on: false, trigger: "manually" };
  return serve({
    "GET /api/search/sources": { items: [{ source: "web", engines: ["Wikipedia"] }] },
    "GET /api/search/chat": () => now,
    "PUT /api/search/chat": (next: SearchInChat) => {
      now = next;
      return next;
    },
  });
}

// spec §3: "Action trigger modes: always, manually, dependsOnQuota, questionMark, auto."
test("a chat searches the web as its person sets it: unasked, for questions, or by hand", async () => {
  const seen = serveSetting();
  await renderIn(<ChatWeb />, { areas: ["search"] });
  await userEvent.click(await screen.findByRole("button", { name: "When to search the web" }));
  for (const [mode, trigger] of [
    ["When my message has a question mark", "questionMark"],
    ["Always", "always"],
    ["While I have plenty of queries left", "dependsOnQuota"],
    ["When the model finds it useful", "auto"],
    ["Only when I turn it on", "manually"],
  ] as const) {
    await userEvent.click(await screen.findByRole("combobox", { name: "Search the web" }));
    await userEvent.click(await screen.findByRole("option", { name: mode }));
    await waitFor(() =>
      expect(seen.findLast(({ method }) => method === "PUT")?.body).toMatchObject({ trigger }),
    );
    // It can be seen from outside whether the web is searched.
    const name = trigger === "manually" ? "Search the web" : "Search the web: on";
    await screen.findByRole("button", { name, hidden: true });
  }
});

// screens.md, 18
test("is switched by one press, and off is off", async () => {
  const seen = serveSetting();
  const lastPut = () => seen.findLast(({ method }) => method === "PUT")?.body;
  await renderIn(<ChatWeb />, { areas: ["search"] });
  await userEvent.click(await screen.findByRole("button", { name: "Search the web", pressed: false }));
  await waitFor(() => expect(lastPut()).toEqual({ on: true, trigger: "manually" }));
  await userEvent.click(await screen.findByRole("button", { name: "Search the web: on", pressed: true }));
  await waitFor(() => expect(lastPut()).toEqual({ on: false, trigger: "manually" }));

  await userEvent.click(screen.getByRole("button", { name: "When to search the web" }));
  await userEvent.click(await screen.findByRole("combobox", { name: "Search the web" }));
  await userEvent.click(await screen.findByRole("option", { name: "Always" }));
  await userEvent.click(await screen.findByRole("button", { name: "Search the web: on", hidden: true }));
  await waitFor(() => expect(lastPut()).toEqual({ on: false, trigger: "manually" }));
});

test("is not offered where no engine searches the web", async () => {
  const seen = serve({
    "GET /api/search/sources": { items: [{ source: "my_memo", engines: [] }] },
    "GET /api/search/chat": { on: false, trigger: "manually" },
  });
  await renderIn(<ChatWeb />, { areas: ["search"] });
  await waitFor(() => expect(seen).toHaveLength(2));
  expect(screen.queryByRole("button")).toBeNull();
});

import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { Memo } from "@ensemble/contract/wire";
import { memoryHost, memoryStore } from "@ensemble/host/memory-host";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MemoPage } from "./MemoPage";
import { MemosPage } from "./MemosPage";
import { beginMemo } from "./memo-places";
import { blankMemo, memoQuery } from "./memo-queries";

afterEach(cleanup);

/** Host of a person who writes Markdown: typing into blocks takes a browser (`memo-blocks.spec.ts`). */
const inMarkdown = () => memoryHost({ storage: memoryStore({ "memos.mode": "source" }) });

// screens.md, 5
describe("a new memo", () => {
  test("is no memo before its first word", async () => {
    const seen = serve({
      "GET /api/memos": { items: [], next_cursor: null },
      "GET /api/memos/tags": { items: [] },
    });
    const { navigate } = await renderIn(<MemosPage />, { areas: ["memos", "frame"] });
    await userEvent.click((await screen.findAllByRole("button", { name: "New note" }))[0] as HTMLElement);

    expect(navigate.mock.calls[0]?.[0]).toMatch(/^\/home\/memo\/[0-9a-f-]{36}$/);
    expect(seen.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("takes keys at once, the title first, and is created with its tag", async () => {
    const seen = serve({
      "GET /api/memos/m9": new TestRefusal(404, "memos.not_found", "No such memo"),
      "GET /api/memos/tags": { items: [] },
      "GET /api/memos": { items: [], next_cursor: null },
      "POST /api/memos": (memo: Memo) => ({ ...blankMemo("m9"), ...memo, version: 1 }),
      "PATCH /api/memos/m9": (fields: Partial<Memo>) => ({ ...blankMemo("m9"), ...fields, version: 2 }),
    });
    beginMemo("m9", ["sea"]);
    await renderIn(<MemoPage memoId="m9" />, { areas: ["memos", "chat", "frame"], host: inMarkdown() });
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Title" }));
    await userEvent.keyboard("Tides{Enter}High water");

    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Title" }).value).toBe("Tides");
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Text" }).value).toBe("High water");
    await vi.waitFor(() => expect(seen.some(({ method }) => method === "POST")).toBe(true));
    expect(seen.find(({ method }) => method === "POST")?.body).toMatchObject({ id: "m9", tags: ["sea"] });
  });

  // screens.md, 17
  test("lets its reader tick tasks", async () => {
    const memo = {
      ...blankMemo("m8"),
      kind: "conversation",
      version: 1,
      title: "List",
      body: "- [ ] a\n- [ ] b",
    };
    const seen = serve({
      "GET /api/memos/m8": memo,
      "GET /api/memos/tags": { items: [] },
      "GET /api/memos": { items: [], next_cursor: null },
      "PATCH /api/memos/m8": (fields: Partial<Memo>) => ({ ...memo, ...fields, version: 2 }),
    });
    const { queryClient } = await renderIn(<MemoPage memoId="m8" />, { areas: ["memos", "chat", "frame"] });
    const boxes = await screen.findAllByRole("checkbox");
    await userEvent.click(boxes[1] as HTMLElement);

    await vi.waitFor(() => expect(seen.some(({ method }) => method === "PATCH")).toBe(true));
    expect(seen.find(({ method }) => method === "PATCH")?.body).toMatchObject({ body: "- [ ] a\n- [x] b" });
    expect(queryClient.getQueryData(memoQuery("m8").queryKey)).toBeTruthy();
  });
});

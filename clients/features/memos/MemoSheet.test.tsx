import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { Memo } from "@ensemble/contract/wire";
import { memoryHost, memoryStore } from "@ensemble/host/memory-host";
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MemoSheet } from "./MemoSheet";
import { blankMemo, keepNewMemo, memoQuery } from "./memo-queries";

afterEach(cleanup);

const missing = new TestRefusal(404, "memos.not_found", "No such memo");

describe("a memo that is to be written", () => {
  test("stays, with what is typed and the focus, while the server is asked for it again", async () => {
    let asked = 0;
    let answer = () => {};
    const slow = new Promise<TestRefusal>((resolve) => {
      answer = () => resolve(missing);
    });
    serve({
      "GET /api/memos/m1": () => {
        asked += 1;
        return asked === 1 ? missing : slow;
      },
      "GET /api/memos/tags": { items: [] },
      "POST /api/memos": new TestRefusal(503, "api.busy", "Busy"),
    });
    const { queryClient } = await renderIn(<MemoSheet memoId="m1" isNew onDeleted={() => {}} />, {
      areas: ["memos", "chat"],
      // Typing into blocks takes a browser.
      host: memoryHost({ storage: memoryStore({ "memos.mode": "source" }) }),
    });
    const body = await screen.findByRole("textbox", { name: "Text" });
    await userEvent.type(body, "Tides");
    // Like a refetch when somebody returns to the page.
    await act(async () => void queryClient.refetchQueries({ queryKey: memoQuery("m1").queryKey }));
    await vi.waitFor(() => expect(asked).toBe(2));
    expect(screen.getByRole("textbox", { name: "Text" })).toBe(body);
    expect(document.activeElement).toBe(body);
    await act(async () => answer());
    expect(screen.getByRole("textbox", { name: "Text" })).toBe(body);
  });
});

describe("the first words of a memo, sent again because no answer came", () => {
  const typed = { id: "m1", title: "Tides, of the moon ", body: "High water" };
  /** Fake server that already has the memo; returns the requested changes with their base version. */
  const withKept = (kept: Partial<Memo>) => {
    const changes: [unknown, string | null][] = [];
    const memo = { ...blankMemo("m1"), version: 1, ...kept };
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      if (request.method === "PATCH") changes.push([await request.json(), request.headers.get("if-match")]);
      return Response.json(request.method === "GET" ? { items: [] } : memo);
    });
    return changes;
  };

  test("keep the title that was typed since, as the text", async () => {
    const changes = withKept({ title: "Tides", body: "High water" });
    await keepNewMemo(new QueryClient(), typed);
    expect(changes).toEqual([[{ title: typed.title, body: typed.body }, '"1"']]);
  });

  test("are not put over what another window wrote meanwhile", async () => {
    const changes = withKept({ body: "Low water", version: 3 });
    await keepNewMemo(new QueryClient(), typed);
    expect(changes.map(([, version]) => version)).toEqual(['"1"']);
  });

  test("change nothing where all of it is there", async () => {
    const changes = withKept({ title: "Tides, of the moon", body: "High water" });
    await keepNewMemo(new QueryClient(), typed);
    expect(changes).toEqual([]);
  });
});

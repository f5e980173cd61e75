import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { NewSearch, Search } from "@ensemble/contract/wire";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { AskMemos } from "./AskMemos";

afterEach(cleanup);

// screens.md, 17
test("a question about memos is answered where it was asked, with links to the memos", async () => {
  const result = { number: 1, title: "Tides", url: "/home/memo/m1", snippet: null };
  const search = {
    id: "s1",
    query: "When is high water?",
    state: "completed",
    answer: "At noon [1].",
    results: [result, { ...result, number: 2, title: "Moon", url: "/home/memo/m2" }],
    cites: [{ number: 1, statement: "At noon", state: "quoted", quote: "at noon" }],
    run_id: null,
    problem: null,
  } as unknown as Search;
  serve({
    "POST /api/search/searches": (sent: NewSearch) => ({ ...search, query: sent.query }),
    "GET /api/search/searches/s1": search,
    "GET /api/models": new TestRefusal(503, "api.busy", "Busy"),
  });
  const { navigate } = await renderIn(<AskMemos />, { areas: ["memos", "chat", "search"] });
  await userEvent.type(screen.getByRole("textbox"), "When is high water?");
  await userEvent.click(screen.getByRole("button", { name: "Ask" }));

  const answer = within(await screen.findByRole("region", { name: "Answer from your memos" }));
  expect(await answer.findByText(/At noon/)).toBeTruthy();
  expect(navigate).not.toHaveBeenCalled();
  const sources = within(answer.getByRole("list", { name: "Memos it cites" }));
  expect(sources.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/home/memo/m1?q=at%20noon",
  ]);
  await userEvent.click(answer.getByRole("button", { name: "Close answer" }));
  expect(screen.queryByRole("region", { name: "Answer from your memos" })).toBeNull();
});

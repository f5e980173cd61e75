import { shellOf } from "@ensemble/blocks/area/shell";
import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { SearchFeed } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { area } from "./area";
import { SearchForm } from "./SearchForm";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const feed: SearchFeed = {
  id: "019a0000-0000-7000-8000-0000000000f1",
  url: "https://news.example.org/rss",
  title: "Harbour news",
  entries: 0,
  fault: null,
  read_at: null,
};

test("a feed that is added where news are searched begins no search", async () => {
  const seen = serve({
    "GET /api/models": { models: [], default_model: "builtin/echo" },
    "GET /api/search/feeds": { items: [] },
    "POST /api/search/feeds": feed,
    "GET /api/search/sources": { items: [] },
  });
  const onBegun = vi.fn();
  await renderIn(
    <SearchForm
      sources={[{ source: "news", engines: [] }]}
      known={null}
      query="What is new in the harbour?"
      onBegun={onBegun}
    />,
    { areas: ["search"] },
  );
  await userEvent.click(await screen.findByRole("button", { name: "My feeds" }));
  const address = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Feed URL/ });
  await userEvent.type(address, feed.url);
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(address.value).toBe(""));
  expect(seen.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    "/api/search/feeds",
  ]);
});

// spec §8: "free-limit messages for reading, smart search, video summary and doc chat, each prompting upgrade."
test("who has no more searches today is led to the plans, and what was asked stays", async () => {
  serve({
    "GET /api/models": { models: [], default_model: "builtin/echo" },
    "POST /api/search/searches": new TestRefusal(403, "search.too_many_searches", "No more searches today"),
  });
  await renderIn(
    <SearchForm
      sources={[{ source: "web", engines: [] }]}
      known={null}
      query="What is new in the harbour?"
      onBegun={vi.fn()}
    />,
    { areas: ["search", "chat", "problems"], shell: shellOf([area]) },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Search" }));
  const plans = await screen.findByRole("link", { name: "See plans" });
  expect(plans.getAttribute("href")).toBe("/pricing");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^What do you want/ }).value).toBe(
    "What is new in the harbour?",
  );
});

import { shellOf } from "@ensemble/blocks/area/shell";
import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { SearchFeed } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
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

const begun = (seen: ReturnType<typeof serve>) =>
  seen.filter(({ path }) => path === "/api/search/searches").map(({ body }) => body);

// spec §3: "Search: … domain filter"
test("a search keeps to the sites that were named, and says of what is no site that it is none", async () => {
  const answers: Record<string, unknown> = {
    "GET /api/models": { models: [], default_model: "builtin/echo" },
    "GET /api/search/sites": { items: [] },
    "POST /api/search/searches": new TestRefusal(422, "search.domain_invalid", "Not a site"),
  };
  const seen = serve(answers);
  const onBegun = vi.fn();
  await renderIn(
    <SearchForm
      sources={[{ source: "web", engines: [] }]}
      known={null}
      query="What does the lamp burn?"
      onBegun={onBegun}
    />,
    { areas: ["search", "chat", "problems"] },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Sites" }));
  const only = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Only these sites/ });
  await userEvent.type(only, "not a.site!");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByText("Enter a valid site name");
  expect(onBegun).not.toHaveBeenCalled();

  answers["POST /api/search/searches"] = { id: "019a0000-0000-7000-8000-0000000000a1" };
  await userEvent.click(screen.getByRole("button", { name: "2 sites" }));
  const [named, left] = await screen.findAllByRole<HTMLInputElement>("textbox", { name: /these sites/ });
  expect(named?.value).toBe("not a.site!");
  await userEvent.clear(named as HTMLInputElement);
  await userEvent.type(named as HTMLInputElement, "example.org, example.com");
  await userEvent.type(left as HTMLInputElement, "bad.example.org");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await waitFor(() => expect(onBegun).toHaveBeenCalledOnce());
  expect(begun(seen).at(-1)).toMatchObject({
    domains: { only: ["example.org", "example.com"], never: ["bad.example.org"] },
  });
});

test("the effort that was chosen goes with a search, and is the usual one from then on", async () => {
  const seen = serve({
    "GET /api/models": { models: [], default_model: "builtin/echo" },
    "POST /api/search/searches": { id: "019a0000-0000-7000-8000-0000000000a1" },
  });
  const host = memoryHost();
  const form = (onBegun: () => void) =>
    renderIn(
      <SearchForm
        sources={[{ source: "web", engines: [] }]}
        known={null}
        query="What does the lamp burn?"
        onBegun={onBegun}
      />,
      { areas: ["search", "chat"], host },
    );
  const onBegun = vi.fn();
  await form(onBegun);
  await userEvent.click(await screen.findByRole("combobox", { name: "Depth" }));
  await userEvent.click(await screen.findByRole("option", { name: /^Quick/ }));
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await waitFor(() => expect(onBegun).toHaveBeenCalledOnce());
  expect(begun(seen).at(-1)).toMatchObject({ effort: "quick" });
  cleanup();
  await form(vi.fn());
  expect((await screen.findByRole("combobox", { name: "Depth" })).textContent).toContain("Quick");
});

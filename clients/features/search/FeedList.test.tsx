// @vitest-isolate: its module keeps earlier toasts.
import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { SearchFeed } from "@ensemble/contract/wire";
import { openToasts, type ToastContent } from "@ensemble/ui/toasts/toast";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FeedList } from "./FeedList";

let said: ToastContent[];
let close: () => void;
beforeEach(() => {
  vi.restoreAllMocks();
  said = [];
  close = openToasts({ add: (_, content) => void said.push(content), close: () => {} });
});
afterEach(() => {
  cleanup();
  close();
});

const coast: SearchFeed = {
  id: "019a0000-0000-7000-8000-0000000000f2",
  url: "https://coast.example.org/rss",
  title: "Coast",
  entries: 0,
  fault: null,
  read_at: null,
};

test("an address that is no feed says so, and stays to be changed", async () => {
  serve({
    "GET /api/search/feeds": { items: [] },
    "POST /api/search/feeds": new TestRefusal(422, "search.no_feed", "No feed"),
  });
  await renderIn(<FeedList of="own" />, { areas: ["search"] });
  const address = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Feed URL/ });
  await userEvent.type(address, "https://example.org/");
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(address.getAttribute("aria-invalid")).toBe("true"));
  expect(address.value).toBe("https://example.org/");
});

test("news feeds are added by a list, which says what it brought, removed, and brought back", async () => {
  let items: SearchFeed[] = [];
  const seen = serve({
    "GET /api/search/feeds": () => ({ items }),
    "POST /api/search/feeds/opml": () => {
      items = [coast];
      return { added: 1, known: 0, refused: 1, left_out: 0 };
    },
    [`DELETE /api/search/feeds/${coast.id}`]: () => {
      items = [];
      return null;
    },
    [`POST /api/search/feeds/${coast.id}/restore`]: () => {
      items = [coast];
      return coast;
    },
  });
  await renderIn(<FeedList of="own" />, { areas: ["search"] });
  await screen.findByText("No feeds yet.", { exact: false });
  const opml = `<opml version="2.0"><body><outline text="Coast" xmlUrl="${coast.url}"/></body></opml>`;
  await userEvent.upload(
    screen.getByTestId("feeds-own"),
    new File([opml], "feeds.opml", { type: "text/x-opml" }),
  );
  await screen.findByText("Coast");
  const imported = seen.find(({ path }) => path.endsWith("/opml"));
  expect(imported?.body).toEqual({ opml });
  screen.getByText(/1 feed added.*1 /);
  await userEvent.click(screen.getByRole("button", { name: "Remove Coast" }));
  await waitFor(() => expect(screen.queryByText("Coast")).toBeNull());
  expect(said.at(-1)?.title).toContain("Coast");
  said.at(-1)?.action?.onPress();
  await screen.findByText("Coast");
});

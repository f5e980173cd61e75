// @vitest-isolate: its module keeps earlier toasts.
import { openToasts, type ToastContent } from "@ensemble/ui/toasts/toast";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderIn, serve, TestRefusal } from "../testing";
import { SiteMenu } from "./SiteMenu";

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

const changes = (seen: ReturnType<typeof serve>) =>
  seen.filter(({ method }) => method === "PATCH").map(({ body }) => body);

async function choose(place: string) {
  await renderIn(<SiteMenu site="example.org" />, { areas: ["search"] });
  await userEvent.click(await screen.findByRole("button", { name: "Options for example.org" }));
  await userEvent.click(await screen.findByRole("menuitemradio", { name: place }));
}

// A slow list and a fast click.
test("a site that is put elsewhere before the list is there is taken back to where it stood", async () => {
  let answer = (_: unknown) => {};
  const slow = new Promise((resolve) => {
    answer = resolve;
  });
  const seen = serve({
    "GET /api/search/sites": () => slow,
    "PATCH /api/search/sites": { items: [{ site: "example.org", place: "never" }] },
  });
  await choose("Hide");
  answer({ items: [{ site: "example.org", place: "first" }] });
  await vi.waitFor(() => expect(said).toHaveLength(1));
  said[0]?.action?.onPress();
  await vi.waitFor(() =>
    expect(changes(seen)).toEqual([
      { site: "example.org", place: "never" },
      { site: "example.org", place: "first" },
    ]),
  );
});

test("where the list cannot be had, the site is put there all the same, and nothing offers to take it back", async () => {
  const seen = serve({
    "GET /api/search/sites": new TestRefusal(503, "api.busy", "Busy"),
    "PATCH /api/search/sites": { items: [{ site: "example.org", place: "never" }] },
  });
  await choose("Hide");
  await vi.waitFor(() => expect(said).toHaveLength(1));
  expect(changes(seen)).toEqual([{ site: "example.org", place: "never" }]);
  expect(said[0]?.action).toBeUndefined();
});

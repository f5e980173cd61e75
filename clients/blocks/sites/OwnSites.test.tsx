import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderIn, serve } from "../testing";
import { OwnSites } from "./OwnSites";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

test("sites that come first and sites that are left out are named, and taken back from there", async () => {
  let items = [
    { site: "one.example.org", place: "first" },
    { site: "two.example.com", place: "never" },
  ];
  const seen = serve({
    "GET /api/search/sites": () => ({ items }),
    "PATCH /api/search/sites": ({ site }: { site: string }) => {
      items = items.filter((one) => one.site !== site);
      return { items };
    },
  });
  await renderIn(<OwnSites />, { areas: ["search"] });
  const first = await screen.findByRole("region", { name: "Prioritized sites" });
  expect(within(first).getByText("one.example.org")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove two.example.com" }));
  await waitFor(() => expect(screen.queryByText("two.example.com")).toBeNull());
  expect(seen.find(({ method }) => method === "PATCH")?.body).toEqual({
    site: "two.example.com",
    place: null,
  });
  expect(screen.getByText("one.example.org")).toBeTruthy();
});

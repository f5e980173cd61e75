import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { testListed } from "../testing";
import { GalleryPage } from "./GalleryPage";

afterEach(cleanup);

const MOON = testListed();

const show = () => renderIn(<GalleryPage />, { areas: ["artifacts"] });

test("opens what others published, and remixes it", async () => {
  const calls = serve({
    "GET /api/artifacts/gallery": { items: [MOON], next_cursor: null },
    [`POST /api/sharing/public/${MOON.share_id}/copy`]: { kind: "artifact", subject_id: "copy" },
  });
  await show();
  const link = await screen.findByRole("link", { name: "Moon phases" });
  expect(link.getAttribute("href")).toBe(`/share/artifact?id=${MOON.share_id}`);
  expect(screen.getByText(/Ben/).textContent).toContain("2 remixes");
  await userEvent.click(screen.getByRole("button", { name: "Remix “Moon phases”" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
});

test("is searched and sorted", async () => {
  const asked: string[] = [];
  serve({
    "GET /api/artifacts/gallery": (_: unknown, query: URLSearchParams) => {
      asked.push(`${query.get("sort")} ${query.get("q")}`);
      return { items: [testListed({ is_mine: true })], next_cursor: null };
    },
  });
  await show();
  await screen.findByText(/By you/);
  expect(screen.queryByRole("button", { name: /Remix/ })).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "Most remixed" }));
  await userEvent.type(screen.getByRole("searchbox", { name: "Search the gallery" }), "m");
  await waitFor(() => expect(asked).toEqual(["newest null", "remixed null", "remixed m"]));
});

test("says how something gets there while it is empty", async () => {
  serve({ "GET /api/artifacts/gallery": { items: [], next_cursor: null } });
  await show();
  expect(await screen.findByText("The gallery is empty")).toBeTruthy();
  expect(screen.getByText(/Show in gallery/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Gallery" }).getAttribute("aria-current")).toBe("page");
});

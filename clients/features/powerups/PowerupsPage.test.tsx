import { renderIn, serve, testMe, testSession } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { PowerupsPage } from "./PowerupsPage";
import { testDefinition, testPowerup } from "./testing";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (answers: Record<string, unknown> = {}, role: "member" | "operator" = "member") => {
  const seen = serve({
    "GET /api/powerups/explore": {
      items: [testPowerup({ mine: false, state: "shared" })],
      next_cursor: null,
    },
    "GET /api/powerups": (_: unknown, query: URLSearchParams) => ({
      items: query.get("of") === "mine" ? [testPowerup({ state: "auditing" })] : [],
    }),
    "PUT /api/powerups/p1/favorite": testPowerup({ favorited: true }),
    ...answers,
  });
  const session = testSession({ me: { ...testMe, role } });
  return renderIn(<PowerupsPage />, { areas: ["powerups"], session }).then((view) => ({ seen, ...view }));
};

describe("the center", () => {
  test("shows public ones, one's own with their state, and favorites", async () => {
    await show();
    expect(await screen.findByRole("link", { name: "Explain" })).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: "My creations" }));
    expect(await screen.findByText("In review")).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: "Favorites" }));
    expect(await screen.findByText("No favorites yet")).toBeTruthy();
    expect(screen.getByText(/under Explore/)).toBeTruthy();
  });

  test("makes one a favorite", async () => {
    const { seen } = await show();
    await userEvent.click(await screen.findByRole("button", { name: "Add to favorites" }));
    await waitFor(() =>
      expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({ favorited: true }),
    );
  });

  test("says where one runs, and leads the operator to the reviews", async () => {
    const sites = { scope: "site" as const, patterns: ["example.org"] };
    const limited = testPowerup({ mine: false, definition: testDefinition({ sites }) });
    await show({ "GET /api/powerups/explore": { items: [limited], next_cursor: null } }, "operator");
    expect(await screen.findByText("example.org")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Reviews" }).getAttribute("href")).toBe(
      "/settings/powerup-reviews",
    );
  });

  test("says so when nothing matches", async () => {
    await show({ "GET /api/powerups/explore": { items: [], next_cursor: null } });
    expect(await screen.findByText("No public PowerUPs yet")).toBeTruthy();
    await userEvent.type(screen.getByRole("searchbox"), "tides");
    expect(await screen.findByText("No PowerUPs match “tides”")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Reviews" })).toBeNull();
  });
});

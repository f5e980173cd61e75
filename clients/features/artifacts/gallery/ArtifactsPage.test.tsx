import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { testArtifact } from "../testing";
import { ArtifactsPage } from "./ArtifactsPage";

afterEach(cleanup);

const TIDES = testArtifact();

describe("the page", () => {
  const show = () => renderIn(<ArtifactsPage />, { areas: ["artifacts"] });

  test("offers examples while there is nothing", async () => {
    serve({ "GET /api/artifacts": { items: [], next_cursor: null } });
    await show();
    expect(await screen.findByText("No artifacts yet")).toBeTruthy();
    const example = screen.getByRole("link", { name: /pomodoro/ });
    expect(example.getAttribute("href")).toContain("/home/chat?q=");
  });

  test("opens, stars, renames and deletes", async () => {
    const calls = serve({
      "GET /api/artifacts": { items: [TIDES], next_cursor: null },
      [`PATCH /api/artifacts/${TIDES.id}`]: TIDES,
      [`DELETE /api/artifacts/${TIDES.id}`]: null,
    });
    await show();
    const link = await screen.findByRole("link", { name: "Tides" });
    expect(link.getAttribute("href")).toBe(`/artifacts/${TIDES.id}`);
    await userEvent.click(screen.getByRole("button", { name: "Star" }));
    await waitFor(() =>
      expect(calls.some(({ body }) => JSON.stringify(body) === '{"starred":true}')).toBe(true),
    );

    await userEvent.click(screen.getByRole("button", { name: "More options for Tides" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Rename" }));
    const field = await screen.findByRole("textbox", { name: "Title" });
    await userEvent.clear(field);
    await userEvent.type(field, "Moon{Enter}");
    await waitFor(() =>
      expect(calls.some(({ body }) => JSON.stringify(body) === '{"title":"Moon"}')).toBe(true),
    );

    await userEvent.click(screen.getByRole("button", { name: "More options for Tides" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
  });

  test("shows the starred ones in a drawer", async () => {
    const asked: (string | null)[] = [];
    serve({
      "GET /api/artifacts": (_: unknown, query: URLSearchParams) => {
        asked.push(query.get("starred"));
        return { items: [TIDES], next_cursor: null };
      },
    });
    await show();
    await userEvent.click(await screen.findByRole("button", { name: "Starred" }));
    expect(await screen.findByRole("dialog", { name: "Starred" })).toBeTruthy();
    await waitFor(() => expect(asked).toEqual([null, "true"]));
  });
});

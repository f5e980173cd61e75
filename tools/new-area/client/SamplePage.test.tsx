import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { SamplePage } from "./SamplePage";

afterEach(cleanup);

const TIDES = {
  id: "01930000-0000-7000-8000-000000000001",
  title: "Tides",
  created_at: "2026-11-26T12:00:00Z",
};

describe("the page", () => {
  const show = () => renderIn(<SamplePage />, { areas: ["sample"] });

  test("says so when there is nothing yet", async () => {
    serve({ "GET /api/sample": { items: [], next_cursor: null } });
    await show();
    expect(await screen.findByText("Nothing here yet")).toBeTruthy();
  });

  test("lists items, adds one and deletes one", async () => {
    const calls = serve({
      "GET /api/sample": { items: [TIDES], next_cursor: null },
      "POST /api/sample": TIDES,
      [`DELETE /api/sample/${TIDES.id}`]: null,
    });
    await show();
    await screen.findByText("Tides");
    await userEvent.type(screen.getByRole("textbox"), "Moon");
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await waitFor(() =>
      expect(
        calls.some(({ method, body }) => method === "POST" && (body as { title: string }).title === "Moon"),
      ).toBe(true),
    );
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
  });
});

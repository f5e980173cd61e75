import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { TemplatesPage } from "./TemplatesPage";
import { testDocument, testTemplate } from "./templates-testing";

afterEach(cleanup);

const own = testTemplate({
  key: "t1",
  mine: true,
  definition: { ...testTemplate().definition, name: "Mine" },
});

const show = async (answers: Record<string, unknown> = {}) => {
  const seen = serve({
    "GET /api/templates": { items: [own, testTemplate()] },
    "GET /api/templates/documents": { items: [], next_cursor: null },
    "POST /api/templates/documents": testDocument(),
    "DELETE /api/templates/t1": null,
    ...answers,
  });
  await renderIn(<TemplatesPage />, { areas: ["templates"] });
  return seen;
};

describe("the list of templates", () => {
  test("shows one's own before the presets, and finds by words", async () => {
    await show();
    const names = (await screen.findAllByRole("heading", { level: 3 })).map((one) => one.textContent);
    expect(names).toEqual(["Mine", "Invoice"]);
    await userEvent.type(screen.getByRole("searchbox"), "invoice");
    expect(screen.queryByText("Mine")).toBeNull();
    await userEvent.type(screen.getByRole("searchbox"), "x");
    expect(screen.getByText("No templates match “invoicex”")).toBeTruthy();
  });

  test("begins a document", async () => {
    const seen = await show();
    await userEvent.click((await screen.findAllByRole("button", { name: "Use" }))[1] as HTMLElement);
    await waitFor(() => {
      const made = seen.find(({ method }) => method === "POST");
      expect((made?.body as { template: string } | undefined)?.template).toBe("invoice");
    });
  });

  test("deletes one's own after a question", async () => {
    const seen = await show();
    await userEvent.click(await screen.findByRole("button", { name: "More options for Mine" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    await waitFor(() => expect(seen.some(({ method }) => method === "DELETE")).toBe(true));
  });

  test("says that there are no documents yet", async () => {
    await show();
    await userEvent.click(await screen.findByRole("tab", { name: "My documents" }));
    expect(await screen.findByText("No documents yet")).toBeTruthy();
  });
});

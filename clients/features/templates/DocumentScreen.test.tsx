import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { DocumentScreen } from "./DocumentScreen";
import { testDocument } from "./templates-testing";

afterEach(cleanup);

const show = async (answers: Record<string, unknown> = {}) => {
  const seen = serve({
    "GET /api/templates/documents/d1": testDocument(),
    "PUT /api/templates/documents/d1": testDocument({ values: { client: "Ana" }, version: 2 }),
    ...answers,
  });
  const { queryClient } = await renderIn(<DocumentScreen uid="d1" />, { areas: ["templates"] });
  return Object.assign(seen, { queryClient });
};

describe("a document", () => {
  test("saves what is typed, and shows the pages of the new version", async () => {
    const seen = await show();
    await userEvent.type(await screen.findByLabelText("Client"), "Ana");
    await waitFor(() =>
      expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({
        title: "Invoice",
        values: { client: "Ana" },
      }),
    );
    await waitFor(() =>
      expect(screen.getByTitle("Preview").getAttribute("src")).toBe(
        "/api/templates/documents/d1/page?version=2",
      ),
    );
  });

  test("keeps what is typed as it is typed, though the server leaves out spaces and empty rows", async () => {
    const seen = await show();
    await userEvent.type(await screen.findByLabelText("Client"), "Ana ");
    await userEvent.click(screen.getByRole("button", { name: "Add row" }));
    await waitFor(() => expect(seen.some(({ method }) => method === "PUT")).toBe(true));
    expect(await screen.findByText("Saved")).toBeTruthy();
    expect((screen.getByLabelText("Client") as HTMLInputElement).value).toBe("Ana ");
    expect(screen.getByLabelText("What")).toBeTruthy();
  });

  test("has rows without the calculated columns", async () => {
    await show();
    await userEvent.click(await screen.findByRole("button", { name: "Add row" }));
    expect(screen.getByLabelText("What")).toBeTruthy();
    expect(screen.queryByLabelText(/Amount/)).toBeNull();
    expect(screen.getByRole("group", { name: "Row 1" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Remove row 1" }));
    expect(screen.queryByLabelText("What")).toBeNull();
  });

  test("names missing fields where they are", async () => {
    const params = { fields: "Client", names: "client" };
    const refusal = new TestRefusal(422, "templates.fields_missing", "Fill in: Client", params);
    await show({ "POST /api/templates/documents/d1/files": refusal });
    await userEvent.click(await screen.findByRole("button", { name: "Word" }));
    expect(await screen.findByText("Fill in: Client")).toBeTruthy();
    expect(screen.getByText("Required")).toBeTruthy();
  });

  test("is filled by its own fields, and keeps the words where that fails", async () => {
    const refusal = new TestRefusal(502, "templates.no_answer", "The model didn’t answer. Please try again.");
    const seen = await show({ "POST /api/templates/suggestions": refusal });
    await userEvent.click(await screen.findByRole("button", { name: "Fill for me" }));
    const dialog = within(screen.getByRole("dialog"));
    await userEvent.type(dialog.getByRole("textbox"), "For Northwind");
    await userEvent.click(dialog.getByRole("button", { name: "Fill" }));
    expect(await dialog.findByText("The model didn’t answer. Please try again.")).toBeTruthy();
    expect(seen.find(({ path }) => path.endsWith("/suggestions"))?.body).toMatchObject({ document_id: "d1" });
    expect((dialog.getByRole("textbox") as HTMLInputElement).value).toBe("For Northwind");
  });

  test("stays on the page with what is typed though it is gone", async () => {
    const gone = new TestRefusal(404, "templates.document_not_found", "Document not found");
    let document: unknown = testDocument();
    const seen = await show({
      "GET /api/templates/documents/d1": () => document,
      "PUT /api/templates/documents/d1": gone,
    });
    await userEvent.type(await screen.findByLabelText("Client"), "Ana");
    document = gone;
    await seen.queryClient.refetchQueries();
    expect(await screen.findByText("Document not found")).toBeTruthy();
    expect((screen.getByLabelText("Client") as HTMLInputElement).value).toBe("Ana");
  });
});

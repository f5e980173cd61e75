import { renderIn, serve } from "@ensemble/blocks/testing";
import type { LibraryDocument } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CollectionDialog } from "./CollectionDialog";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const document = (id: string, name: string): LibraryDocument => ({
  id,
  name,
  url: null,
  file_id: `f-${id}`,
  state: "parsed",
  problem: null,
  page_count: 2,
  pages_kept: 2,
  recognised_pages: 0,
  unread: [],
  received_bytes: null,
  size_bytes: 100,
  ignored: false,
  created_at: "2026-11-22T08:00:00Z",
});

test("PDFs that are to be asked about together are chosen, and lead to their collection", async () => {
  const seen = serve({
    "GET /api/documents/library": {
      items: [document("d1", "lease.pdf"), document("d2", "other.pdf"), document("d3", "menu.pdf")],
      next_cursor: null,
    },
    "POST /api/documents/collections": ({ id, name }: { id: string; name: string }) => ({
      id,
      name,
      documents: [],
    }),
  });
  const onDone = vi.fn();
  await renderIn(<CollectionDialog onClose={() => undefined} onDone={onDone} />, { areas: ["library"] });
  await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), "Flats");
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  expect(save.disabled).toBe(true);
  for (const name of ["lease.pdf", "other.pdf"])
    await userEvent.click(await screen.findByRole("checkbox", { name }));
  await userEvent.click(save);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const made = seen.find(({ method }) => method === "POST")?.body as { id: string };
  expect(made).toMatchObject({ name: "Flats", document_ids: ["d1", "d2"] });
  expect(onDone).toHaveBeenCalledWith(made.id);
});

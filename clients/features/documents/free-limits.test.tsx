import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { LibraryDocument } from "@ensemble/contract/wire";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AddDocument } from "./AddDocument";
import { DocumentEntry } from "./DocumentEntry";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const lease: LibraryDocument = {
  id: "d1",
  name: "lease.pdf",
  url: null,
  file_id: "f1",
  state: "parsed",
  problem: null,
  page_count: 23,
  pages_kept: 20,
  recognised_pages: 0,
  unread: [],
  received_bytes: null,
  size_bytes: 100,
  ignored: false,
  created_at: "2026-11-22T08:00:00Z",
};

// spec §5: "Documents for chat: PDF only, at most 50MB; only the first 20 pages kept."
test("a PDF of which the first pages are kept says of how many", async () => {
  await renderIn(<DocumentEntry document={lease} />, { areas: ["library", "chat"] });
  expect(await screen.findByText(/20 of 23 pages/)).toBeTruthy();
});

test("who keeps as many PDFs as they may is told so where they add one", async () => {
  serve({
    "POST /api/documents/library": new TestRefusal(403, "documents.too_many", "Too many PDFs", { max: 1 }),
  });
  await renderIn(<AddDocument onClose={() => undefined} onAdded={() => undefined} />, {
    areas: ["library", "chat", "documents"],
  });
  const pdf = new File(["%PDF-1.4"], "b.pdf", { type: "application/pdf" });
  await userEvent.upload(screen.getByTestId("document-file"), pdf);
  const dialog = await screen.findByRole("dialog");
  const said = "You've reached your plan's PDF limit. Delete one or upgrade.";
  expect(await within(dialog).findByText(said)).toBeTruthy();
});

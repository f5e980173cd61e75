import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { LibraryDocument } from "@ensemble/contract/wire";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { AddDocument } from "./AddDocument";
import { DocumentPage } from "./DocumentPage";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const failed = (code: string, message: string): LibraryDocument => ({
  id: "d1",
  name: "lease.pdf",
  url: null,
  file_id: "f1",
  state: "failed",
  problem: { status: 422, code, params: {}, message },
  page_count: null,
  pages_kept: null,
  recognised_pages: 0,
  unread: [],
  received_bytes: null,
  size_bytes: null,
  ignored: false,
  created_at: "2026-11-22T08:00:00Z",
});

const open = async (document: LibraryDocument) => {
  const seen = serve({
    "GET /api/documents/library/d1": document,
    "POST /api/documents/library/d1/retry": { ...document, state: "waiting", problem: null },
  });
  await renderIn(<DocumentPage documentId="d1" Chat={() => null} />, { areas: ["library", "chat"] });
  return { seen, said: await screen.findByRole("alert") };
};

// spec §8: "File Parsing Error"
test("a document that cannot be read says so and why, and can be tried again", async () => {
  const { seen, said } = await open(failed("files.encrypted", "This file is password protected"));
  expect(within(said).getByText("File Parsing Error")).toBeTruthy();
  expect(within(said).getByText("This file is password protected")).toBeTruthy();
  await userEvent.click(within(said).getByRole("button", { name: /try again/i }));
  expect(seen.some(({ path }) => path.endsWith("/retry"))).toBe(true);
});

test("one that could not be fetched does not blame its reader", async () => {
  const { said } = await open(failed("documents.not_pdf", "Non-PDF type file"));
  expect(within(said).queryByText("File Parsing Error")).toBeNull();
});

// spec §8: "Upload error"
test("a PDF that does not arrive says so, and why", async () => {
  serve({
    "POST /api/documents/library": failed("x", "x"),
    "POST /api/documents/files": new TestRefusal(422, "files.upload_failed", "Upload failed"),
  });
  await renderIn(<AddDocument onClose={() => undefined} onAdded={() => undefined} />, {
    areas: ["library", "chat", "documents"],
  });
  const pdf = new File(["x"], "lease.pdf", { type: "application/pdf" });
  await userEvent.upload(screen.getByTestId("document-file"), pdf);
  const said = await screen.findByRole("alert");
  expect(within(said).getByText("Upload error")).toBeTruthy();
  expect(within(said).getByText("Upload failed")).toBeTruthy();
});

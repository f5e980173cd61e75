import { expect, test } from "vitest";
import { placeIn, withPageLinks } from "./answer-links";

const address = (page: number, name: string | null) =>
  name === null || name === "lease.pdf" ? `https://x.org/webapp/doc-chat?doc_id=d&page=${page}` : null;
const to = (page: number) => `https://x.org/webapp/doc-chat?doc_id=d&page=${page}`;

test("pages that an answer names become links", () => {
  expect(withPageLinks("It is due (lease.pdf, p. 3).", address)).toBe(
    `It is due ([lease.pdf, p. 3](${to(3)})).`,
  );
  expect(withPageLinks("Due (p. 3) and (pp. 4-6).", address)).toBe(
    `Due ([p. 3](${to(3)})) and ([pp. 4-6](${to(4)})).`,
  );
  expect(withPageLinks("押金（第 2 页）", address)).toBe(`押金([第 2 页](${to(2)}))`);
});

test("what is no page of the document stays as it is", () => {
  for (const text of [
    "other (other.pdf, p. 3)",
    "`(p. 3)` is code",
    "```\n(p. 3)\n```",
    "[a link](p. 3)",
    "plain (3) words (page)",
  ])
    expect(withPageLinks(text, address), text).toBe(text);
});

test("an address says which document and page it leads to", () => {
  expect(placeIn("https://x.org/ar/webapp/doc-chat?doc_id=d&page=7")).toEqual({ documentId: "d", page: 7 });
  for (const other of [
    undefined,
    "https://x.org/home?doc_id=d&page=7",
    "https://x.org/webapp/doc-chat?page=0",
  ])
    expect(placeIn(other)).toBeNull();
});

import { expect, test } from "vitest";
import { namesPdf, pdfPage } from "./pdf-page";

test("of a PDF its address leaves, without what was to stay in the browser", () => {
  const page = pdfPage("https://ana:secret@papers.example/a/Lamps%20of%20Arden.pdf?v=2#page=3");
  expect(page).toMatchObject({
    title: "Lamps of Arden.pdf",
    address: "https://papers.example/a/Lamps%20of%20Arden.pdf",
    host: "papers.example",
    text: "https://papers.example/a/Lamps%20of%20Arden.pdf?v=2",
    kind: "pdf",
  });
  expect(pdfPage("https://papers.example/")?.title).toBe("papers.example");
  expect(pdfPage("https://papers.example/100%.pdf")?.title).toBe("100%.pdf");
});

test("a file of this computer is nobody else's to fetch", () => {
  for (const address of [undefined, "", "file:///home/ana/a.pdf", "blob:https://a.example/1", "nonsense"])
    expect(pdfPage(address)).toBeNull();
});

test("an address says that a PDF lies there by its ending alone", () => {
  expect(namesPdf("https://papers.example/a.PDF?x=1")).toBe(true);
  expect(namesPdf("https://papers.example/a?file=b.pdf")).toBe(false);
  expect(namesPdf(undefined)).toBe(false);
});

import { api } from "@ensemble/contract/api";
import type { RecognisedWord } from "@ensemble/contract/wire";
import type { PDFDocumentProxy } from "pdfjs-dist";

/** Returns the recognized words of a scanned page with their boxes; empty if they are unavailable. */
export async function recognisedWords(fileId: string, number: number): Promise<RecognisedWord[][]> {
  const path = { file_id: fileId, number };
  try {
    return (await api.get("/api/documents/files/{file_id}/recognised/{number}", { path })).lines;
  } catch (error) {
    console.warn(error);
    return [];
  }
}

/** Returns the text of a page in the order of its text layer. */
export async function wordsOfPage(pdf: PDFDocumentProxy, fileId: string, number: number): Promise<string> {
  const content = await (await pdf.getPage(number)).getTextContent();
  const said = content.items
    .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : " "}` : ""))
    .join("");
  if (said.trim() !== "") return said;
  const lines = await recognisedWords(fileId, number);
  return lines.map((words) => words.map(({ text }) => text).join(" ")).join("\n");
}

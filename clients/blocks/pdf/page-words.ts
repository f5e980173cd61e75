import { api } from "@ensemble/contract/api";
import type { RecognisedWord } from "@ensemble/contract/wire";
import type { PDFDocumentProxy } from "pdfjs-dist";

/** Where words stand on a picture of a page; of one whose words cannot be had, the picture stays. */
export async function recognisedWords(fileId: string, number: number): Promise<RecognisedWord[][]> {
  const path = { file_id: fileId, number };
  try {
    return (await api.get("/api/documents/files/{file_id}/recognised/{number}", { path })).lines;
  } catch (error) {
    console.warn(error);
    return [];
  }
}

/** What a page says, in the order in which its text is laid over it. */
export async function wordsOfPage(pdf: PDFDocumentProxy, fileId: string, number: number): Promise<string> {
  const content = await (await pdf.getPage(number)).getTextContent();
  const said = content.items
    .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : " "}` : ""))
    .join("");
  if (said.trim() !== "") return said;
  const lines = await recognisedWords(fileId, number);
  return lines.map((words) => words.map(({ text }) => text).join(" ")).join("\n");
}

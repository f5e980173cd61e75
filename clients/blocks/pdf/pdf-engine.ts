import { onServer } from "@ensemble/contract/base-path";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from "pdfjs-dist";
import { trustedScript } from "../trusted-scripts";
import workerUrl from "./pdf-worker?worker&url";

/**
 * Path of the files that some PDFs need: tables of Asian characters, standard fonts, decoders of rare image
 * formats.
 */
const FILES = `${onServer("/")}assets/pdf-${version}`;

/** Opens a file. `close` frees its memory and cancels opening. */
export function openPdf(fileId: string): { opened: Promise<PDFDocumentProxy>; close: () => void } {
  GlobalWorkerOptions.workerPort ??= new Worker(trustedScript(workerUrl), { type: "module" });
  const task = getDocument({
    url: fileContentUrl(fileId),
    cMapUrl: `${FILES}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${FILES}/standard_fonts/`,
    wasmUrl: `${FILES}/wasm/`,
    // The workers' content policy does not allow WebAssembly; a slower script decodes these formats.
    useWasm: false,
    enableXfa: false,
  });
  return { opened: task.promise, close: () => void task.destroy() };
}

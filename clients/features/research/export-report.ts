import { api } from "@ensemble/contract/api";
import { onServer } from "@ensemble/contract/base-path";

/** File format of a report from the server. */
export type ReportFormat = "markdown" | "docx";

const addressOf = (id: string, format: string, locale: string, shown = false) =>
  `/api/research/researches/${id}/export?format=${format}&locale=${locale}${shown ? "&shown=true" : ""}`;

/** Fetches a report as a file. */
export async function fetchReport(
  id: string,
  format: ReportFormat,
  locale: string,
): Promise<{ name: string; content: Blob }> {
  const { name, content } = await api.getFile(addressOf(id, format, locale));
  return { name: name ?? `research.${format === "docx" ? "docx" : "md"}`, content };
}

/**
 * Prints the report's page with the browser, which has fonts and shaping for every script and can save a PDF.
 */
export async function printReport(id: string, locale: string): Promise<void> {
  const address = addressOf(id, "html", locale, true);
  // A frame would hide the error.
  await api.getFile(address);
  const frame = document.createElement("iframe");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.style.cssText = "position:fixed;inset-inline-start:-10000px;top:0;border:0;width:800px;height:600px";
  frame.src = onServer(address);
  await new Promise<void>((done, refuse) => {
    frame.addEventListener("load", () => done(), { once: true });
    frame.addEventListener("error", () => refuse(new Error("the page did not open")), { once: true });
    document.body.append(frame);
  });
  const page = frame.contentWindow;
  if (!page) throw new Error("the page to be printed did not open");
  // In some browsers printing reads the page after this returns, so it is removed after printing.
  page.addEventListener("afterprint", () => frame.remove());
  page.focus();
  page.print();
}

import { api } from "@ensemble/contract/api";
import { onServer } from "@ensemble/contract/base-path";

/**
 * Prints a document with the browser, which has fonts and shaping for every script and can save a PDF. The frame stays out
 * of sight until it was printed.
 */
export async function printDocument(id: string): Promise<void> {
  const address = `/api/templates/documents/${id}/page?print=true`;
  // A frame would hide the error, such as a missing field.
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

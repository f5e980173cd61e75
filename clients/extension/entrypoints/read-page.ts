import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { documentMark, type ReadDocument } from "../src/page/page-text";
import { readPage } from "../src/page/read-page";

/**
 * Put into a page when a person asks about it, and gone after its one answer. A PDF is no page: its viewer has no text. What is
 * written is there before the last picture, which may never come.
 */
export default defineUnlistedScript(async (): Promise<ReadDocument> => {
  if (document.readyState === "loading")
    await new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
  return {
    mark: documentMark(),
    read: document.contentType === "application/pdf" ? "pdf" : readPage(document),
  };
});

import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { documentMark, type ReadDocument } from "../src/page/page-text";
import { readPageInSlices } from "../src/page/read-page";

/**
 * Injected into a page when a person asks about it; responds once. PDF viewers have no readable text. The
 * text is available before the last image, which may never load.
 */
export default defineUnlistedScript(async (): Promise<ReadDocument> => {
  if (document.readyState === "loading")
    await new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
  return {
    mark: documentMark(),
    read: document.contentType === "application/pdf" ? "pdf" : await readPageInSlices(document),
  };
});

import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { documentMark, type SeenDocument } from "../src/page/page-text";
import { seePage } from "../src/page/see-page";
import { takeWantedPart } from "../src/page/wanted-part";
import { runInSlices } from "../src/slices";

/**
 * Injected into a page when a person asks about it; responds once. PDF viewers have no readable text. The
 * text is available before the last image, which may never load.
 */
export default defineUnlistedScript(async (): Promise<SeenDocument> => {
  const wanted = takeWantedPart();
  if (document.readyState === "loading")
    await new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
  return {
    mark: documentMark(),
    wanted,
    seen: document.contentType === "application/pdf" ? "pdf" : await runInSlices(seePage(document, wanted)),
  };
});

import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { readPage } from "../src/page/read-page";

/** Put into a page when a person asks about it, and gone after its one answer. A PDF is no page: its viewer has no text. */
export default defineUnlistedScript(() =>
  document.contentType === "application/pdf" ? "pdf" : readPage(document),
);

import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { INTERFACE_FEATURES } from "../src/page-features/interface-features";
import { startInterface } from "../src/page-interface/start-interface";

/** Injected into a page on first use. Returns nothing, because the caller would wait for a promise. */
export default defineUnlistedScript(() => {
  void startInterface(INTERFACE_FEATURES);
});

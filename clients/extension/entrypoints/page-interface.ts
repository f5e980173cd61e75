import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { INTERFACE_FEATURES } from "../src/page-features/interface-features";
import { startInterface } from "../src/page-interface/start-interface";

/** Put into a page when something of the extension is wanted there. Gives nothing: its promise would be waited for. */
export default defineUnlistedScript(() => {
  void startInterface(INTERFACE_FEATURES);
});

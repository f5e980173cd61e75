import { browser } from "wxt/browser";
import type { ResidentFeature } from "../page-features/feature";

/** Asks of each page that may be one of results whether it is; where it is, calls the half that is seen. */
export const searchResident: ResidentFeature = {
  id: "search",
  watch(page) {
    if (window !== top) return;
    let seen = "";
    const look = async () => {
      const { href, pathname, search } = location;
      if (href === seen) return;
      seen = href;
      if (search === "" && !pathname.includes("search")) return;
      const request = { path: pathname, query: search };
      const reply = await browser.runtime
        .sendMessage({ name: "page→background: search page", request })
        .catch(() => null);
      // Another search may have been made meanwhile.
      if (reply?.answer && location.href === href && !page.signal.aborted)
        page.call("search", "show", reply.answer);
    };
    void look();
    // Some engines change their page without loading another one.
    const { signal } = page;
    const navigation = (window as { navigation?: EventTarget }).navigation;
    navigation?.addEventListener("navigatesuccess", look, { signal });
    addEventListener("popstate", look, { signal });
  },
};

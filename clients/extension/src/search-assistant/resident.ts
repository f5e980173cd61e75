import { browser } from "wxt/browser";
import type { ResidentFeature } from "../page-features/feature";

/** Asks of each page that may be one of results whether it is; where it is, calls the half that is seen. */
export const searchResident: ResidentFeature = {
  id: "search",
  watch(page) {
    if (window !== top) return;
    let seen = "";
    let shown = false;
    const look = async () => {
      const { href, pathname, search } = location;
      if (href === seen) return;
      seen = href;
      const mayBe = search !== "" || pathname.includes("search");
      const request = { path: pathname, query: search };
      const reply = mayBe
        ? await browser.runtime
            .sendMessage({ name: "page→background: search page", request })
            .catch(() => null)
        : null;
      // Another search may have been made meanwhile.
      if (location.href !== href || page.signal.aborted) return;
      if (reply?.answer) page.call("search", "show", reply.answer);
      else if (shown) page.call("search", "hide");
      shown = Boolean(reply?.answer);
    };
    void look();
    // Some engines change their page without loading another one.
    const { signal } = page;
    const navigation = (window as { navigation?: EventTarget }).navigation;
    navigation?.addEventListener("navigatesuccess", look, { signal });
    addEventListener("popstate", look, { signal });
  },
};

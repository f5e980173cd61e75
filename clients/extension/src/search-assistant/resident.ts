import type { ResidentFeature } from "../page-features/feature";
import { say } from "../page-features/say";

/** Asks the background whether a page shows search results and, if so, calls the interface. */
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
      const found = mayBe ? await say("page→background: search page", request) : null;
      // There may be another search by now.
      if (location.href !== href || page.signal.aborted) return;
      if (found) page.call("search", "show", found);
      else if (shown) page.call("search", "hide");
      shown = found !== null;
    };
    void look();
    // Some engines change their page without a navigation.
    const { signal } = page;
    const navigation = (window as { navigation?: EventTarget }).navigation;
    navigation?.addEventListener("navigatesuccess", look, { signal });
    addEventListener("popstate", look, { signal });
  },
};

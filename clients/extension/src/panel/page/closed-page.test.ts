import { describe, expect, test } from "vitest";
import { closedBy, wantedOrigins } from "./closed-page";

const HOST =
  "Cannot access contents of the page. Extension manifest must request permission to access the respective host.";

// spec §8: "browser page-reading restriction messages"
describe("a page that no extension may read", () => {
  test.each([
    ["chrome://settings/", "Cannot access a chrome:// URL", "browser"],
    ["about:addons", "Missing host permission for the tab", "browser"],
    ["view-source:https://example.org/", "Cannot access contents of the page.", "browser"],
    ["devtools://devtools/bundled/inspector.html", "", "browser"],
    ["data:text/html,hello", "Missing host permission for the tab", "browser"],
    ["https://chromewebstore.google.com/detail/x", "The extensions gallery cannot be scripted.", "store"],
    ["https://chrome.google.com/webstore/category", "", "store"],
    ["https://addons.mozilla.org/firefox/", "Missing host permission for the tab", "store"],
    ["https://microsoftedge.microsoft.com/addons", "", "store"],
    [
      "chrome-extension://abc/page.html",
      "Cannot access a chrome-extension:// URL of different extension",
      "extension",
    ],
    ["file:///home/ana/lease.pdf", 'Cannot access contents of url "file:///home/ana/lease.pdf".', "file"],
    ["https://example.org/", "Frame with ID 0 is showing error page", "not_loaded"],
    ["https://example.org/", "This page cannot be scripted due to an ExtensionsSettings policy.", "policy"],
  ])("%s: says why, and offers nothing that would not help", (address, said, by) => {
    expect(closedBy(address, said, false)).toEqual({ by, pattern: null });
    expect(closedBy(address, said, true)).toEqual({ by, pattern: null });
  });

  test("is known by what the browser says, too, where it does not tell the address", () => {
    expect(closedBy(undefined, "Cannot access a chrome:// URL", false)).toEqual({
      by: "browser",
      pattern: null,
    });
    expect(closedBy(undefined, "The extensions gallery cannot be scripted.", false).by).toBe("store");
    expect(closedBy(undefined, HOST, true)).toEqual({ by: "browser", pattern: null });
  });

  test("is none, as long as its person can allow it", () => {
    expect(closedBy(undefined, HOST, false)).toEqual({ by: "not_allowed", pattern: "*" });
    const site = closedBy("https://www.example.org/a?b#c", HOST, false);
    expect(site).toEqual({ by: "not_allowed", pattern: "https://www.example.org/*" });
    expect(closedBy("https://addons.mozilla.org.example.org/", HOST, false).by).toBe("not_allowed");
    expect(closedBy("https://example.org/webstore", HOST, false).by).toBe("not_allowed");
  });

  test("and where that is allowed, what cannot be read all the same is read again, not allowed again", () => {
    const gone = closedBy("https://example.org/", "Frame with ID 0 was removed.", true);
    expect(gone).toEqual({ by: "not_loaded", pattern: null });
    expect(wantedOrigins("https://example.org/a")).toEqual(["https://example.org/*"]);
    expect(wantedOrigins(undefined)).toEqual(wantedOrigins("chrome://version/"));
  });
});

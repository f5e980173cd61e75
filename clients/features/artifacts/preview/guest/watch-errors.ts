import { originOf } from "../hosts";
import type { FromGuest } from "../messages";

/** Reports of one run that are passed on. */
const REPORTS_MAX = 20;

/** Reports errors of the artifact, and what its policy blocks. */
export function watchErrors(say: (message: FromGuest) => void): void {
  let left = REPORTS_MAX;
  const report = (message: FromGuest) => {
    left -= 1;
    if (left >= 0) say(message);
  };
  addEventListener(
    "error",
    (event) => {
      const { target } = event;
      // Resources report their failures by events that do not bubble.
      if (target instanceof Element) {
        const address = target.getAttribute("src") ?? target.getAttribute("href");
        // The policy reports images that it blocks; one that an allowed host does not have is a missing image, and no more.
        const isRemoteImage = /^img$|^image$/i.test(target.tagName) && /^https:/i.test(address ?? "");
        if (address && !isRemoteImage) report({ kind: "blocked", address });
        return;
      }
      report({ kind: "error", message: event.message, line: event.lineno || null });
    },
    true,
  );
  addEventListener("unhandledrejection", ({ reason }) => {
    report({ kind: "error", message: describe(reason), line: null });
  });
  document.addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) => {
    if (/^https?:/.test(blockedURI)) report(reportOf(blockedURI, effectiveDirective, location.origin));
  });
}

/** Returns the report of a blocked address. Hosts other than this server can be allowed for images and connections. */
export function reportOf(address: string, directive: string, own: string): FromGuest {
  const host = originOf(address);
  const isAllowable =
    host !== null && host !== own && (directive === "connect-src" || directive === "img-src");
  return isAllowable ? { kind: "network", host } : { kind: "blocked", address };
}

/** Returns the message of whatever was thrown. */
export const describe = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);

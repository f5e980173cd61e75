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
        if (address) report({ kind: "blocked", address });
        return;
      }
      report({ kind: "error", message: event.message, line: event.lineno || null });
    },
    true,
  );
  addEventListener("unhandledrejection", ({ reason }) => {
    report({ kind: "error", message: describe(reason), line: null });
  });
  document.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
    if (/^https?:/.test(blockedURI)) report({ kind: "blocked", address: blockedURI });
  });
}

/** Returns the message of whatever was thrown. */
export const describe = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);

import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { pathRewrite } from "./boot/path-locale";
import { CrashPage, MissingPage } from "./pages/ErrorPages";
import { Waiting } from "./pages/Waiting";
import type { RouterContext } from "./router-context";
import { routeTree } from "./routes";

/** Creates the router with the browser's history, or a test's. */
export const createAppRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    context,
    rewrite: pathRewrite,
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch,
    defaultPreload: "intent",
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Waiting,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: MissingPage,
    // A conversation opens at its end, or at the message in its address.
    scrollRestoration: ({ location }) => !location.pathname.startsWith("/home/chat/"),
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** List beside the page. */
    list?: "chat" | "settings";
    /** True if narrow screens show the list instead of the page. */
    listFirst?: boolean;
    /** True if the page hides the tab bar on narrow screens because it has its own footer. */
    immersive?: boolean;
  }
}

/** Serializes plain `a=b` pairs: addresses contain only texts. */
function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
}

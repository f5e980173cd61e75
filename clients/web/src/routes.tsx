import type { AreaRoute, Layout } from "@ensemble/blocks/area/route";
import { safeRedirect } from "@ensemble/blocks/area/safe-redirect";
import { sessionQuery } from "@ensemble/blocks/session-queries";
import { loadTexts, type TextArea } from "@ensemble/i18n/text";
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  type RouteComponent,
  redirect,
} from "@tanstack/react-router";
import { AREAS } from "./areas";
import { Frame } from "./frame/Frame";
import { areaPage, searchOf } from "./page-of-area";
import { MissingPage } from "./pages/ErrorPages";
import { Root } from "./Root";
import type { RouterContext } from "./router-context";

const root = createRootRouteWithContext<RouterContext>()({ component: Root });

const ROUTES = AREAS.flatMap(({ texts = [], routes = [] }) => routes.map((route) => ({ texts, ...route })));

/** Pages that come after signing up: visitors do that first. */
const AFTER_SIGN_UP = new Set(ROUTES.filter(({ signUpFirst }) => signUpFirst).map(({ path }) => path));

/** For people who are signed in; others sign in first and come back. */
const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  beforeLoad: async ({ context, location }) => {
    const { me, setup, ended_reason } = await context.queryClient.ensureQueryData(sessionQuery);
    if (me) return;
    if (ended_reason === "suspended") throw redirect({ to: "/banned" });
    const target = safeRedirect(location.href);
    throw redirect({
      to: setup.needs_operator || AFTER_SIGN_UP.has(location.pathname) ? "/sign-up" : "/login",
      search: target === "/" ? {} : { redirectTo: target },
    });
  },
});

/** Rail, list, work. */
const frame = createRoute({
  getParentRoute: () => inside,
  id: "frame",
  component: Frame,
});

const settings = createRoute({
  getParentRoute: () => frame,
  id: "settings",
  loader: () => loadTexts(["frame", "accounts"]),
  staticData: { list: "settings" },
  component: lazyRouteComponent(async () => {
    const { SettingsPage, loadPanels } = await import("./settings/SettingsPage");
    await loadPanels();
    return { default: SettingsPage };
  }),
});

/** For those who run this server; the server refuses others as well. */
const operator = createRoute({
  getParentRoute: () => settings,
  id: "operator",
  beforeLoad: async ({ context }) => {
    const { me } = await context.queryClient.ensureQueryData(sessionQuery);
    if (me?.role !== "operator") throw redirect({ to: "/403" });
  },
});

const LAYOUTS: Record<Layout, AnyRoute> = { app: frame, settings, operator, bare: inside, public: root };

/** The texts of every page whose code is not part of the first script. */
const PAGE_TEXTS: readonly TextArea[] = ["frame", "common"];

function routeOf(route: AreaRoute) {
  const { path, layout, page, search, texts = [], only, ...staticData } = route;
  const parent = LAYOUTS[layout];
  return createRoute({
    getParentRoute: () => parent,
    path,
    staticData,
    validateSearch: searchOf(search),
    beforeLoad: ({ location }) => {
      if (only && !only.test(location.pathname)) throw notFound();
    },
    loader: () => loadTexts("load" in page ? [...PAGE_TEXTS, ...texts] : texts),
    component: areaPage(route),
  });
}

const routesOf = (layout: Layout) => ROUTES.filter((route) => route.layout === layout).map(routeOf);

const redirects = AREAS.flatMap((area) => Object.entries(area.redirects ?? {})).map(([from, to]) =>
  createRoute({
    getParentRoute: () => root,
    path: from,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  }),
);

const refusalPages = () => import("./pages/RefusalPages");

/** A page of the shell's own. */
const ownPage = (path: string, load: () => Promise<RouteComponent>, texts: readonly TextArea[] = []) =>
  createRoute({
    getParentRoute: () => root,
    path,
    loader: () => loadTexts([...PAGE_TEXTS, ...texts]),
    component: lazyRouteComponent(async () => ({ default: await load() })),
  });

/*
 * Path → page, to be read against spec §2. Areas bring theirs. The locale segment is stripped before this table
 * (boot/path-locale.ts). A page of the spec that is not built yet is the 404 page.
 */
export const routeTree = root.addChildren([
  inside.addChildren([
    frame.addChildren([
      ...routesOf("app"),
      settings.addChildren([...routesOf("settings"), operator.addChildren(routesOf("operator"))]),
    ]),
    ...routesOf("bare"),
  ]),
  ...routesOf("public"),
  ...redirects,
  ownPage("/banned", () => refusalPages().then((file) => file.BannedPage), ["notice"]),
  ownPage("/403", () => refusalPages().then((file) => file.ForbiddenPage)),
  createRoute({
    getParentRoute: () => root,
    path: "/404",
    loader: () => loadTexts(["start"]),
    component: MissingPage,
  }),
  ownPage("/500", () => refusalPages().then((file) => file.BrokenPage)),
]);

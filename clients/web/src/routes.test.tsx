import { createQueryClient } from "@ensemble/blocks/query-client";
import { sessionQuery } from "@ensemble/blocks/session-queries";
import { serve, testMe, testSession } from "@ensemble/blocks/testing";
import type { Session } from "@ensemble/contract/wire";
import { startTexts } from "@ensemble/i18n/text";
import { createMemoryHistory } from "@tanstack/react-router";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { AREAS } from "./areas";
import { createAppRouter } from "./router";

afterEach(() => vi.unstubAllGlobals());

const visitor = testSession({ me: null });
const firstRun = testSession({ me: null, setup: { ...visitor.setup, needs_operator: true } });
const operator = testSession({ me: { ...testMe, role: "operator" } });

/** Returns the final address after opening `path`; the session is cached, or returned by the server. */
async function open(path: string, { cached, answered }: { cached?: Session; answered?: Session }) {
  serve({ "GET /api/accounts/session": answered });
  const queryClient = createQueryClient(() => undefined);
  if (cached) queryClient.setQueryData(sessionQuery.queryKey, cached);
  const router = createAppRouter(
    { queryClient, nonce: undefined },
    createMemoryHistory({ initialEntries: [path] }),
  );
  await router.load();
  return router;
}

const endOf = async (path: string, session: Session) => {
  const router = await open(path, { answered: session });
  return router.history.location.href;
};

beforeAll(() => startTexts("en", ["common", "frame", "problems"]));

/** Pages of the shell's own; all others are areas'. */
const OWN_PAGES = ["/404", "/500", "/403", "/banned"];

/** An address of a route: parameters are ten letters that an invitation's code may have. */
const addressOf = (path: string) => path.replace(/\{-\$\w+\}|\$\w+/g, "abcdefghjk");

const AREA_PAGES = AREAS.flatMap(({ name, routes = [] }) =>
  routes.map(({ path }) => [name, addressOf(path), path] as const),
);

describe("routes", () => {
  // spec §2: "/login (query redirectTo)"
  test("send a visitor to sign in, and remember the way", async () => {
    expect(await endOf("/settings/models?x=1", visitor)).toBe(
      "/login?redirectTo=%2Fsettings%2Fmodels%3Fx%3D1",
    );
    expect(await endOf("/", visitor)).toBe("/login");
  });

  // spec §6: "chat with PDF prompts login."
  test("send a visitor of a PDF to sign in, and back to it", async () => {
    expect(await endOf("/webapp/doc-chat?doc_id=x", visitor)).toBe(
      "/login?redirectTo=%2Fwebapp%2Fdoc-chat%3Fdoc_id%3Dx",
    );
  });

  test("ask for the first account on a fresh server", async () => {
    expect(await endOf("/", firstRun)).toBe("/sign-up");
  });

  test("let those who are signed in through", async () => {
    expect(await endOf("/settings/general", testSession())).toBe("/settings/general");
  });

  // issue 29 §3
  test("are below the path of the server", async () => {
    vi.stubGlobal("basePath", "/ensemble");
    expect(await endOf("/ensemble/settings/general", testSession())).toBe("/ensemble/settings/general");
    expect(await endOf("/ensemble/settings/models?x=1", visitor)).toBe(
      "/ensemble/login?redirectTo=%2Fsettings%2Fmodels%3Fx%3D1",
    );
    expect(await endOf("/ensemble/", visitor)).toBe("/ensemble/login");
  });

  test("show a known person the page before the server has answered", async () => {
    const router = await open("/settings/general", { cached: testSession() });
    expect(router.history.location.href).toBe("/settings/general");
  });

  test("keep members out of the operator's pages", async () => {
    expect(await endOf("/settings/outbox", testSession())).toBe("/403");
    expect(await endOf("/settings/outbox", operator)).toBe("/settings/outbox");
  });

  // spec §2: "/price, /paid-landing, /onboarding-pay"
  test("lead from the other address of the prices to them", async () => {
    expect(await endOf("/price", visitor)).toBe("/pricing");
  });

  test("have a visitor sign up before they choose how to begin, and sign in to see what they paid", async () => {
    expect(await endOf("/onboarding-pay", visitor)).toBe("/sign-up?redirectTo=%2Fonboarding-pay");
    expect(await endOf("/paid-landing?order=019a", visitor)).toBe(
      "/login?redirectTo=%2Fpaid-landing%3Forder%3D019a",
    );
  });

  test("keep the locale segment of the address", async () => {
    expect(await endOf("/ar/settings/usage", visitor)).toBe("/ar/login?redirectTo=%2Fsettings%2Fusage");
    expect(await endOf("/ar/price", testSession())).toBe("/ar/pricing");
  });

  // spec §2: "/404, /500, /403"
  test.each(OWN_PAGES)("have a page at %s", async (path) => {
    const router = await open(path, { cached: testSession() });
    expect(router.history.location.pathname).toBe(path);
    expect(router.state.matches.length).toBeGreaterThan(1);
  });

  // Each area's own test says which addresses of the spec it has.
  test.each(AREA_PAGES)("have the page of the area %s at %s", async (_, address, path) => {
    const router = await open(address, { cached: operator });
    expect(router.history.location.pathname).toBe(address);
    const shown = router.state.matches.at(-1);
    expect(shown?.status).toBe("success");
    expect(shown?.fullPath).toBe(path);
  });

  test("have one page at each address", () => {
    const paths = AREAS.flatMap(({ routes = [] }) => routes.map(({ path }) => path));
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  });

  test.each(["/nowhere", "/nowhere/at/all"])("have no page at %s, where none is built", async (path) => {
    const router = await open(path, { cached: testSession() });
    expect(router.state.matches.slice(1).filter(({ status }) => status === "success")).toEqual([]);
  });

  test("know the conversation's address of the spec", async () => {
    const router = await open("/home/chat/trip-to-lisbon/019a?q=Hi", { cached: testSession() });
    expect(router.state.matches.at(-1)?.params).toEqual({ name: "trip-to-lisbon", uid: "019a" });
    expect(router.state.matches.at(-1)?.search).toEqual({ q: "Hi" });
  });
});

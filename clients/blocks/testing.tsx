import { pathOnServer } from "@ensemble/contract/base-path";
import type { Me, Problem, PublicOffer, Session, Subscription } from "@ensemble/contract/wire";
import { HostProvider } from "@ensemble/host/HostContext";
import type { Host } from "@ensemble/host/host";
import { memoryHost } from "@ensemble/host/memory-host";
import { NavigationProvider } from "@ensemble/host/navigation";
import { startTexts, type TextArea } from "@ensemble/i18n/text";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, render } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import { vi } from "vitest";
import { EMPTY_SHELL, type Shell, ShellProvider } from "./area/shell";
import { INITIAL_SETTINGS, sessionQuery } from "./session-queries";

/*
 * What a component needs around it, for tests: a host in memory, English texts, a session, and a server made of
 * a few answers.
 */

// Lazily loaded parts can take longer than a second on two busy cores; a hanging test is still detected.
configure({ asyncUtilTimeout: 10_000 });

export const testMe: Me = {
  id: "019a0000-0000-7000-8000-000000000001",
  email: "mira@example.org",
  name: "Mira Castellan",
  role: "member",
  created_at: "2026-10-01T08:00:00Z",
  settings: INITIAL_SETTINGS,
  plan: "free",
  custom_context: false,
  workspace_id: "019a0000-0000-7000-8000-000000000002",
  team: null,
};

export const testSession = (change: Partial<Session> = {}): Session => ({
  me: testMe,
  setup: {
    needs_operator: false,
    needs_setup_code: false,
    sign_up_open: true,
    mail: "smtp",
    oidc: [],
    version: "0.1.0",
    offered_plans: false,
    features: [],
  },
  ended_reason: null,
  ended_note: null,
  ...change,
});

/** Returns an empty offer on a server with billing. */
export const testOffer = (change: Partial<PublicOffer> = {}): PublicOffer => ({
  charging: true,
  currency: "USD",
  trial: null,
  plans: [],
  team_plans: [],
  packs: [],
  promotions: [],
  education: null,
  pack_days: 365,
  refund_days: 14,
  how_to_pay: "",
  ...change,
});

/** Returns a missing subscription. */
export const testSubscription = (change: Partial<Subscription> = {}): Subscription => ({
  phase: "none",
  terms: null,
  period_start: null,
  period_end: null,
  remaining_days: 0,
  grace_end: null,
  cancel_at_end: false,
  renewal_price: null,
  next: null,
  trial_available: false,
  trial_extendable: false,
  trial_reminder_at: null,
  lower: null,
  open_order: null,
  portal: false,
  ...change,
});

/** Responses by `METHOD /path`; a function gets the body and the query, and may be async. */
export type TestAnswers = Record<string, unknown>;

export class TestRefusal {
  readonly problem: Problem;
  constructor(status: number, code: string, message: string, params: Record<string, unknown> = {}) {
    this.problem = { status, code, message, params };
  }
}

/** Replaces the network with a fake server. Returns the requests it received. */
export function serve(answers: TestAnswers): { method: string; path: string; body: unknown }[] {
  const seen: { method: string; path: string; body: unknown }[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { pathname: address, searchParams } = new URL(request.url);
    const pathname = pathOnServer(address);
    const sent = await request.text();
    const body: unknown = sent ? JSON.parse(sent) : undefined;
    seen.push({ method: request.method, path: pathname, body });
    const answer = answers[`${request.method} ${pathname}`];
    const given: unknown = typeof answer === "function" ? await answer(body, searchParams) : answer;
    if (given === undefined) return refuse(new TestRefusal(404, "api.not_found", "No such route").problem);
    if (given instanceof TestRefusal) return refuse(given.problem);
    return given === null ? new Response(null, { status: 204 }) : Response.json(given);
  });
  return seen;
}

const refuse = (problem: Problem) => Response.json(problem, { status: problem.status });

export async function renderIn(
  ui: ReactNode,
  {
    areas,
    session = testSession(),
    host = memoryHost(),
    shell = {},
  }: { areas: TextArea[]; session?: Session; host?: Host; shell?: Partial<Shell> },
) {
  await startTexts("en", ["common", "frame", "problems", ...areas]);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queryClient.setQueryData(sessionQuery.queryKey, session);
  const navigate = vi.fn<(path: string, options?: { replace?: boolean }) => void>();
  const view = render(
    <HostProvider host={host}>
      <QueryClientProvider client={queryClient}>
        <NavigationProvider navigation={{ path: "/", href: (path) => path, navigate }}>
          <ShellProvider value={{ ...EMPTY_SHELL, ...shell }}>
            <Suspense>{ui}</Suspense>
          </ShellProvider>
        </NavigationProvider>
      </QueryClientProvider>
    </HostProvider>,
  );
  return { ...view, host, navigate, queryClient };
}

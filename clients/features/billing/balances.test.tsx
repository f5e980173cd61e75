import { renderIn, serve } from "@ensemble/blocks/testing";
import type {
  CancellationCounts,
  CreditLot,
  DailyUsage,
  MeterUsage,
  PastCancellation,
} from "@ensemble/contract/wire";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CancellationsPanel } from "./admin/CancellationsPanel";
import { UsagePanel } from "./usage/UsagePanel";

afterEach(cleanup);

const show = (ui: ReactNode) => renderIn(ui, { areas: ["billing"] });

const lot = (source: CreditLot["source"], left: number, change: Partial<CreditLot> = {}): CreditLot => ({
  source,
  granted: 500,
  used: 500 - left,
  left,
  ends_at: "2027-11-20T12:00:00Z",
  ends_soon: false,
  ...change,
});

const credits = (change: Partial<MeterUsage> = {}): MeterUsage => ({
  meter: "advanced_credit",
  granted: 800,
  used: 300,
  left: 500,
  window: "monthly",
  resets_at: "2026-12-20T12:00:00Z",
  low: false,
  lots: [],
  ...change,
});

const posting = {
  id: "019a0000-0000-7000-8000-00000000000b",
  created_at: "2026-11-20T12:00:00Z",
  feature: "chat",
  detail: "Small model",
  meter: "standard_query",
  change: -1,
} as const;

const usage = (meters: MeterUsage[], items: object[] = [], daily: DailyUsage[] = []) =>
  serve({
    "GET /api/billing/usage": { meters, daily },
    "GET /api/billing/postings": { items, next_cursor: null },
  });

describe("what a plan limits by the day", () => {
  // spec §3: "User usage: standard queries, advanced queries, advanced credits"
  test("stands below the balances, with how much of each is used up", async () => {
    const resets_at = "2026-11-21T00:00:00Z";
    usage(
      [credits()],
      [],
      [
        { what: "reading", used: 3, max: 10, resets_at },
        { what: "pdf_question", used: 3, max: 3, resets_at },
      ],
    );
    await show(<UsagePanel />);
    expect(await screen.findByRole("heading", { name: "Daily limits" })).toBeTruthy();
    const [pages, questions] = screen.getAllByRole("listitem");
    expect(within(pages as HTMLElement).getByText("3 of 10 used")).toBeTruthy();
    expect(within(questions as HTMLElement).getByText("3 of 3 used")).toBeTruthy();
    expect(screen.getByRole("meter", { name: "PDF questions" }).getAttribute("aria-valuetext")).toBe(
      "3 of 3 used",
    );
  });

  test("is not there where nothing is limited", async () => {
    usage([credits()]);
    await show(<UsagePanel />);
    await screen.findByText("Advanced credits");
    expect(screen.queryByRole("heading", { name: "Daily limits" })).toBeNull();
  });
});

describe("a balance", () => {
  // spec §3: "advanced credits (monthly and add-on)"; "rewarded queries"
  test("shows what is of the month, bought and given apart, each with its end", async () => {
    usage([
      credits({
        lots: [
          lot("reward", 5, { ends_at: "2026-11-26T12:00:00Z", ends_soon: true }),
          lot("plan", 0, { ends_at: "2026-12-20T12:00:00Z" }),
          lot("add_on", 490),
          lot("add_on", 0),
          lot("other", 7, { ends_at: null }),
        ],
      }),
    ]);
    await show(<UsagePanel />);
    const list = await screen.findByRole("list", { name: "Breakdown" });
    const rows = within(list).getAllByRole("listitem");
    expect(rows.map((row) => row.textContent)).toEqual([
      "Reward5Expires soon: use by Nov 26, 2026",
      "Monthly0Until Dec 20, 2026",
      "Add-on490Until Nov 20, 2027",
      "Granted7Never expires",
    ]);
  });

  test("that only the plan gives is not taken apart", async () => {
    usage([credits({ lots: [lot("plan", 300)] })]);
    await show(<UsagePanel />);
    expect(await screen.findByText("Advanced credits")).toBeTruthy();
    expect(screen.queryByRole("list", { name: "Breakdown" })).toBeNull();
  });

  test("of which the server says that it is low is pointed at, with the way to more", async () => {
    usage([credits({ left: 29, low: true }), credits({ meter: "advanced_query" })]);
    await show(<UsagePanel />);
    expect(await screen.findByText("Advanced credits running low")).toBeTruthy();
    expect(screen.getByText(/29 left until your plan renews on Dec 20, 2026/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "See credit packs" }).getAttribute("href")).toBe("/credits");
    expect(screen.queryByText("Advanced queries running low")).toBeNull();
  });
});

describe("the usage record", () => {
  // spec §3: "Credit usage record: date, feature, detail, credit change."
  test("says when, for what, in which detail and how much, and is saved as a table", async () => {
    usage([], [posting, { ...posting, id: "c", feature: "workshop", detail: "A model of an extension" }]);
    await show(<UsagePanel />);
    const row = await screen.findByRole("row", { name: /Small model/ });
    const [date, feature, detail, meter, change] = within(row).getAllByRole("cell");
    expect(date?.textContent).toContain("Nov 20, 2026");
    expect([feature, meter, change].map((cell) => cell?.textContent)).toEqual([
      "Chat",
      "Standard queries",
      "-1",
    ]);
    expect(detail?.textContent).toContain("Small model");
    expect(screen.getByRole("cell", { name: "workshop" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Export as CSV" })).toBeTruthy();
  });
});

describe("cancellations", () => {
  const one = (change: Partial<PastCancellation> = {}): PastCancellation => ({
    id: "019a0000-0000-7000-8000-00000000000c",
    created_at: "2026-11-20T12:00:00Z",
    email: "mina@example.com",
    plan: "pro",
    cycle: "monthly",
    phase: "active",
    reason: "advise",
    feedback: "More harbours, please.",
    offered: "refused",
    returned_at: "2026-11-21T12:00:00Z",
    ...change,
  });
  const counts: CancellationCounts = {
    reasons: [
      { reason: "advise", last_30_days: 1, all_time: 3, took_less: 0, came_back: 2 },
      { reason: "from_the_future", last_30_days: 0, all_time: 1, took_less: 1, came_back: 0 },
    ],
  };

  test("are counted by reason, and read in people's own words", async () => {
    const asked = vi.fn();
    serve({
      "GET /api/billing/offer": { plans: [], team_plans: [] },
      "GET /api/billing/cancellation-counts": counts,
      "GET /api/billing/cancellations": () => {
        asked();
        return {
          items: [one(), one({ id: "d", email: null, offered: "taken", feedback: "" })],
          next_cursor: null,
        };
      },
    });
    await show(<CancellationsPanel />);
    const row = await screen.findByRole("row", { name: /I have a suggestion/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["1", "3", "0", "2"]);
    expect(screen.getByRole("row", { name: /from_the_future/ })).toBeTruthy();
    expect(await screen.findByText("More harbours, please.")).toBeTruthy();
    const [first, second] = screen.getAllByRole("listitem");
    if (!first || !second) throw new Error("there are two");
    expect(within(first).getByText("Came back")).toBeTruthy();
    expect(within(first).getByText("Declined a lower plan")).toBeTruthy();
    expect(within(second).getByText("Downgraded instead")).toBeTruthy();
    expect(second.textContent).toContain("Deleted account");
    await userEvent.setup().click(screen.getByRole("combobox", { name: "Reason" }));
    expect(await screen.findByRole("option", { name: "All reasons" })).toBeTruthy();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test("that nobody made are said to be none", async () => {
    serve({ "GET /api/billing/cancellation-counts": { reasons: [] } });
    await show(<CancellationsPanel />);
    expect(await screen.findByText("No cancellations yet")).toBeTruthy();
  });
});

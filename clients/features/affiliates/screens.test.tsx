import { renderIn, serve, TestRefusal, testSession } from "@ensemble/blocks/testing";
import type { Affiliate, OwnAffiliate } from "@ensemble/contract/wire";
import { memoryHost, memoryStore } from "@ensemble/host/memory-host";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { AffiliateLanding } from "./AffiliateLanding";
import { AffiliatePage } from "./AffiliatePage";
import { AffiliatesPanel } from "./AffiliatesPanel";
import { claimKept } from "./claim";
import { CLICK_ID } from "./click-id";

afterEach(cleanup);

const CODE = "abcdefghjk";
const URL = `https://ensemble.example/invitation-affiliate-landing?code=${CODE}`;
const sums = { currency: "USD", pending: 198, approved: 500, paid: 1200, clawed_back: 300, due: 200 };

const own = (change: Partial<OwnAffiliate> = {}): OwnAffiliate => ({
  program: { percent: 20, months: 12, hold_days: 30, click_days: 90 },
  state: null,
  about: "",
  payout_to: "",
  url: null,
  counts: { clicks: 0, sign_ups: 0, sums: [] },
  payouts: [],
  ...change,
});

const ana = (change: Partial<Affiliate> = {}): Affiliate => ({
  user_id: "019a0000-0000-7000-8000-00000000000a",
  name: "Ana",
  email: "ana@example.com",
  state: "approved",
  about: "A newsletter",
  payout_to: "IBAN XX00",
  applied_at: "2026-11-20T12:00:00Z",
  counts: { clicks: 7, sign_ups: 1, sums: [sums] },
  ...change,
});

describe("one's own part in the program", () => {
  const show = () => renderIn(<AffiliatePage />, { areas: ["affiliates", "chat", "problems"] });

  test("is applied for", async () => {
    const applied = own({ state: "applied", about: "A newsletter", payout_to: "IBAN" });
    const seen = serve({ "GET /api/affiliates/own": own(), "PUT /api/affiliates/own": applied });
    await show();
    const user = userEvent.setup();
    expect(await screen.findByText("20% commission on payments")).toBeTruthy();
    expect(screen.getByText("Approved after 30 days")).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: "How you'll promote Ensemble" }), "A newsletter");
    await user.type(screen.getByRole("textbox", { name: "Payout details" }), "IBAN");
    await user.click(screen.getByRole("button", { name: "Submit application" }));
    expect(await screen.findByText("You can edit it until it's decided.", { exact: false })).toBeTruthy();
    expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({
      about: "A newsletter",
      payout_to: "IBAN",
    });
  });

  test("says at its field what is wrong with an application", async () => {
    const wrong = new TestRefusal(422, "affiliates.about_invalid", "Please tell how");
    serve({ "GET /api/affiliates/own": own(), "PUT /api/affiliates/own": wrong });
    await show();
    await userEvent.setup().click(await screen.findByRole("button", { name: "Submit application" }));
    const field = await screen.findByRole("textbox", { name: "How you'll promote Ensemble" });
    await screen.findByText("Describe how you'll promote Ensemble", { exact: false });
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  test("shows the link, what came of it, and what is earned by state", async () => {
    const counts = { clicks: 12, sign_ups: 3, sums: [{ ...sums, due: -100 }] };
    serve({
      "GET /api/affiliates/own": own({ state: "approved", url: URL, counts }),
      "GET /api/affiliates/commissions": {
        items: [
          {
            id: "019a0000-0000-7000-8000-00000000000b",
            amount: 198,
            currency: "USD",
            state: "pending",
            created_at: "2026-11-20T12:00:00Z",
            due_at: "2026-12-20T12:00:00Z",
          },
        ],
        next_cursor: null,
      },
    });
    await show();
    expect((await screen.findByTestId("affiliate-link")).textContent).toBe(URL);
    expect(screen.getByText("12")).toBeTruthy();
    expect(screen.getByText("$12.00")).toBeTruthy();
    expect(
      screen.getByText("$1.00 was paid out but later refunded. It will be deducted from future earnings."),
    ).toBeTruthy();
    expect(await screen.findByText("Approved on Dec 20, 2026 unless refunded")).toBeTruthy();
  });

  test("is none where there is no program", async () => {
    serve({ "GET /api/affiliates/own": new TestRefusal(404, "affiliates.not_offered", "None") });
    await show();
    expect(await screen.findByText("No affiliate program")).toBeTruthy();
  });
});

describe("a link", () => {
  const path = "POST /api/affiliates/clicks";

  // spec §3: "Local storage keys: onboarding, utm, referral, affiliate click id, invite code, dismissed banners."
  test("is kept until its guest has an account, and said once", async () => {
    const storage = memoryStore();
    serve({ [path]: { click_id: "0191", name: "Ana" } });
    await renderIn(<AffiliateLanding code={CODE} />, {
      areas: ["affiliates"],
      session: testSession({ me: null }),
      host: memoryHost({ storage }),
    });
    expect(await screen.findByText("Ana recommends Ensemble")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Sign up" }).getAttribute("href")).toBe("/sign-up");
    expect(storage.get(CLICK_ID)).toBe("0191");
    const seen = serve({ "POST /api/affiliates/claims": null });
    await claimKept(storage);
    await claimKept(storage);
    expect(seen.map(({ path }) => path)).toEqual(["/api/affiliates/claims"]);
  });

  test("that did not get there is said again; one that is refused is not", async () => {
    const storage = memoryStore();
    storage.set(CLICK_ID, "0191");
    for (const status of [401, 429, 503]) {
      serve({ "POST /api/affiliates/claims": new TestRefusal(status, "api.maintenance", "Later") });
      await claimKept(storage);
      expect(storage.get(CLICK_ID)).toBe("0191");
    }
    serve({ "POST /api/affiliates/claims": new TestRefusal(409, "affiliates.too_late", "New only") });
    await claimKept(storage);
    expect(storage.get(CLICK_ID)).toBeNull();
  });

  test("of one's own is said to be that, and one that is none leads back", async () => {
    serve({ [path]: { click_id: null, name: "Ana" } });
    const { unmount } = await renderIn(<AffiliateLanding code={CODE} />, { areas: ["affiliates"] });
    expect(await screen.findByText("This is your own link", { exact: false })).toBeTruthy();
    unmount();
    serve({ [path]: new TestRefusal(404, "affiliates.unknown", "None") });
    await renderIn(<AffiliateLanding code="none" />, { areas: ["affiliates"] });
    expect(await screen.findByText("Page not found")).toBeTruthy();
  });
});

describe("the operator", () => {
  const show = () => renderIn(<AffiliatesPanel />, { areas: ["affiliates", "problems"] });

  test("approves who applied, and says that what is due was paid", async () => {
    const answers = {
      "GET /api/affiliates/all": { items: [ana({ state: "applied" })], next_cursor: null },
      [`POST /api/affiliates/all/${ana().user_id}/approve`]: ana(),
      [`POST /api/affiliates/all/${ana().user_id}/payouts`]: ana(),
    };
    const seen = serve(answers);
    await show();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Approve Ana" }));
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    await user.click(await screen.findByRole("button", { name: "Mark as paid: Ana" }));
    expect(await screen.findByText("Did you pay $2.00?")).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: "Mark as paid" }));
    await screen.findByText("Ana");
    const said = seen.filter(({ method }) => method === "POST");
    expect(said.map(({ path }) => path.split("/").at(-1))).toEqual(["approve", "payouts"]);
    expect(said[1]?.body).toEqual({ amount: 200, currency: "USD" });
  });
});

import { renderIn, serve, TestRefusal, testOffer, testSession } from "@ensemble/blocks/testing";
import type { EducationOffer } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Promotions } from "../offers/Promotions";
import { EducationPage } from "./EducationPage";

afterEach(cleanup);

const plan = {
  id: "pro",
  name: "Pro",
  prices: { monthly: 990, yearly: 9900 },
  promoted: { monthly: 594, yearly: 5940 },
  later: { monthly: 594, yearly: 5940 },
  allowances: [],
  advanced_models: true,
  custom_context: true,
  automatic_search: true,
  memory_items: 100,
};

const education = (change: Partial<EducationOffer> = {}): EducationOffer => ({
  percent_off: 40,
  days: 365,
  on: true,
  currency: "USD",
  plans: [plan],
  proof: null,
  ...change,
});

const offer = testOffer({ plans: [plan], education: 40 });

const proof = { email: "ana@x.edu", ends_at: "2027-11-20T12:00:00Z" };
const show = (session = testSession()) =>
  renderIn(<EducationPage missing={<p>No such page</p>} />, { areas: ["billing", "problems"], session });

describe("the education discount", () => {
  // spec §5: "Education email must be an edu address ("Please enter an email address with edu"); wrong code: "Please enter the correct verification code.""
  test("is proved by an address and the code that was mailed there", async () => {
    const seen = serve({
      "GET /api/billing/offer": offer,
      "GET /api/billing/education": education(),
      "POST /api/billing/education/codes": new TestRefusal(
        422,
        "billing.education_email_invalid",
        "Please enter an email address with edu",
      ),
    });
    await show();
    const user = userEvent.setup();
    expect(await screen.findByText("$59.40")).toBeTruthy();
    expect(screen.getByText("Was $99.00")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Choose Pro" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Verify your school email" }));
    await user.click(screen.getByRole("button", { name: "Send code" }));
    expect(screen.getByText("Please enter an email address with edu")).toBeTruthy();
    expect(seen.filter(({ method }) => method === "POST")).toEqual([]);
    await user.type(screen.getByRole("textbox", { name: "School email" }), "ana@gmail.com");
    await user.click(screen.getByRole("button", { name: "Send code" }));
    expect(await screen.findByText("Please enter an email address with edu")).toBeTruthy();

    serve({
      "GET /api/billing/offer": offer,
      "GET /api/billing/education": education({ proof }),
      "POST /api/billing/education/codes": { expires_at: "2026-11-20T12:30:00Z", resend_after_seconds: 60 },
      "POST /api/billing/education/proof": education({ proof }),
    });
    const field = screen.getByRole("textbox", { name: "School email" });
    await user.clear(field);
    await user.type(field, "ana@x.edu");
    await user.click(screen.getByRole("button", { name: "Send code" }));
    expect(await screen.findByText("We sent a 6-digit code to", { exact: false })).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Resend in \d+ s$/ })).toHaveProperty("disabled", true);
    await user.click(screen.getByRole("button", { name: "Verify" }));
    expect(screen.getByText("Please enter the correct verification code.")).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: "Verification code" }), "012345");
    expect(await screen.findByText("Verified until", { exact: false })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Choose Pro" }).getAttribute("href")).toContain("plan=pro");
  });

  test("leads visitors to an account and back", async () => {
    serve({ "GET /api/billing/offer": offer, "GET /api/billing/education": education() });
    await show(testSession({ me: null }));
    const link = await screen.findByRole("link", { name: "Sign up to verify" });
    expect(link.getAttribute("href")).toBe("/sign-up?redirectTo=%2Feducation-pricing");
  });

  test("has no page where there is none", async () => {
    serve({
      "GET /api/billing/offer": { ...offer, education: null },
      "GET /api/billing/education": new TestRefusal(404, "billing.education_not_offered", "None"),
    });
    await show();
    expect(await screen.findByText("No such page")).toBeTruthy();
  });

  test("says until when it stands, and counts nothing down", async () => {
    const running = {
      id: "education",
      kind: "education" as const,
      percent_off: 40,
      cycles: ["monthly" as const, "yearly" as const],
      ends_at: proof.ends_at,
      seconds_left: 31_536_000,
    };
    serve({ "GET /api/billing/offer": offer });
    await renderIn(
      <Promotions offer={{ ...offer, promotions: [running] }} cycle="monthly" onCycle={vi.fn()} />,
      { areas: ["billing"] },
    );
    expect(await screen.findByText("40% off every period for students and staff")).toBeTruthy();
    expect(screen.getByText("Until Nov 20, 2027")).toBeTruthy();
    expect(screen.queryByRole("timer")).toBeNull();
  });
});

import { renderIn, serve } from "@ensemble/blocks/testing";
import type { Offer } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { PlansPanel } from "./PlansPanel";

afterEach(cleanup);

const offer: Offer = {
  currency: "USD",
  trial: { plan: "pro", days: 7, extension_days: 7 },
  plans: { pro: { monthly: 990, yearly: 9900 } },
  packs: { small: { credits: 500, price: 490 } },
  promotions: {},
  education: { on: false, percent_off: 40, days: 365, domains: [".edu"] },
  gives: {},
};

test("what one operator types stays when another changes the offer meanwhile", async () => {
  let sold = offer;
  const seen = serve({
    "GET /api/billing/own-offer": () => sold,
    "GET /api/billing/offer": { plans: [], team_plans: [] },
    "POST /api/billing/own-offer/preview": {
      currency_from: "USD",
      currency_to: "USD",
      prices: [],
      packs: [],
      promotions: [],
      gives: [],
      trial_changed: false,
      education_changed: false,
    },
  });
  const { queryClient } = await renderIn(<PlansPanel />, { areas: ["billing"] });
  const user = userEvent.setup();
  const shown = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  const monthly = await screen.findByLabelText("Monthly");
  await user.clear(monthly);
  await user.type(monthly, "12.90");

  sold = { ...offer, plans: { pro: { monthly: 990, yearly: 8900 } } };
  await queryClient.invalidateQueries({ queryKey: ["billing", "own-offer"] });
  await waitFor(() => expect(shown("Yearly")).toBe("89.00"));
  expect(shown("Monthly")).toBe("12.90");
  screen.getByText(/Someone else changed the offer in the meantime/);

  await user.click(screen.getByRole("button", { name: "Preview changes" }));
  await waitFor(() => expect(seen.some(({ method }) => method === "POST")).toBe(true));
  const sent = seen.find(({ method }) => method === "POST")?.body as Offer;
  expect(sent.plans).toEqual({ pro: { monthly: 1290, yearly: 8900 } });
});

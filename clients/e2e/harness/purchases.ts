import type { Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "./api.ts";

/** Orders Pro monthly as a person and marks it as paid as the operator. Returns the order's id. */
export async function buyPro(buyer: Page, operator: Page): Promise<string> {
  const id = await order(buyer, { plan: "pro", cycle: "monthly" });
  await call(operator, "POST", `/api/billing/all-orders/${id}/paid`, {});
  return id;
}

/** Orders an item at its current price. Returns the order's id. */
export async function order(buyer: Page, item: object): Promise<string> {
  const quote = await call<{ amount: number; currency: string }>(buyer, "POST", "/api/billing/quotes", item);
  const { amount, currency } = quote;
  const id = uuidV7();
  await call(buyer, "POST", "/api/billing/orders", { id, item, amount, currency });
  return id;
}

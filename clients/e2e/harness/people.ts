import { type BrowserContext, expect, type Page } from "@playwright/test";
import { call, request } from "./api.ts";
import type { Ensemble } from "./ensemble.ts";
import { markStale } from "./loaded-chat.ts";
import { serverOf } from "./server-address.ts";

export interface Person {
  name: string;
  email: string;
  password: string;
}

export const olivia: Person = {
  name: "Olivia Operator",
  email: "olivia@example.com",
  password: "correct horse battery",
};
export const mina: Person = {
  name: "Mina Member",
  email: "mina@example.com",
  password: "tall green lighthouse",
};

/** Creates the first account and signs it in without opening a page, for journeys that start after it. */
export async function signUpOperator(page: Page, server: Ensemble): Promise<void> {
  await request(page.context().request, server.url, "POST", "/api/accounts/sign-up", olivia);
}

/** Creates the first account without the form, and opens the chat. */
export async function becomeOperator(page: Page, server: Ensemble): Promise<void> {
  await signUpOperator(page, server);
  await page.goto(`${server.url}/home/chat`);
}

/** Connects a provider whose models everybody may use, at the server that the page shows. */
export async function connect(operator: Page, name: string, address: string): Promise<void> {
  markStale(operator);
  await connectAt(operator, serverOf(operator), name, address);
}

/** Connects a provider whose models everybody may use, at the server at this address. */
export async function connectAt(
  operator: Page,
  server: string,
  name: string,
  address: string,
): Promise<void> {
  await request(operator.context().request, server, "POST", "/api/models/connections", {
    name,
    protocol: "openai_compatible",
    base_url: address,
    api_key: "sk-fake",
  });
}

/** Sets the default model by name. */
export async function chooseDefaultModel(page: Page, name: string): Promise<void> {
  const { id } = await modelNamed(page, name);
  await call(page, "PATCH", "/api/accounts/settings", { default_model: id });
}

/** Returns a model that the person may use by its name. */
export async function modelNamed(page: Page, name: string): Promise<{ id: string; name: string }> {
  const { models } = await call<{ models: { id: string; name: string }[] }>(page, "GET", "/api/models");
  const found = models.find((model) => model.name === name);
  if (!found) throw new Error(`there is no model ${name}`);
  return found;
}

/** Returns the code in the newest email to `email`, as the operator reads it. */
export async function codeMailedTo(operator: Page, email: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const outbox = await call<{ items: { to: string; text: string }[] }>(
      operator,
      "GET",
      "/api/admin/outbox",
    );
    code = outbox.items.find((mail) => mail.to === email)?.text.match(/\b\d{6}\b/)?.[0];
    expect(code, `a code mailed to ${email}`).toBeDefined();
  }).toPass();
  return code as string;
}

/** Signs somebody up through the API in a browser of their own, for journeys that start after it. */
export async function signUpMember(operator: Page, person: Person, browser: BrowserContext): Promise<Page> {
  const page = await browser.newPage();
  // The shortest page of the server, so that its address is known: most journeys open another one next.
  await page.goto(`${serverOf(operator)}/readyz`);
  await call(page, "POST", "/api/accounts/sign-up", person);
  const code = await codeMailedTo(operator, person.email);
  await call(page, "POST", "/api/accounts/sign-up/verify", { email: person.email, code });
  return page;
}

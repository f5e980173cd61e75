import { expect, type Page } from "@playwright/test";
import type { Person } from "./people.ts";
import { textsOf } from "./texts.ts";

const text = textsOf("accounts");
const chat = textsOf("chat");

export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel(text("name"), { exact: true }).fill(person.name);
  await page.getByLabel(text("email"), { exact: true }).fill(person.email);
  await page.getByLabel(text("password"), { exact: true }).fill(person.password);
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel(text("email"), { exact: true }).fill(email);
  await page.getByLabel(text("password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: text("sign_in"), exact: true }).click();
}

/** Types the code digit by digit, like a person. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole("textbox", { name: text("code"), exact: true }).click();
  await page.keyboard.type(code);
}

/** Expects the composer, which shows that somebody is signed in. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole("textbox", { name: chat("message_label"), exact: true })).toBeEditable();
}

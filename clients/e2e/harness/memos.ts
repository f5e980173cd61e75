import { expect, type Locator, type Page, type Response } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "./api.ts";
import { textsOf } from "./texts.ts";

/** Texts of memos. */
export const text = textsOf("memos");

export const title = (page: Page): Locator => page.getByRole("textbox", { name: text("title"), exact: true });
export const body = (page: Page): Locator => page.getByRole("textbox", { name: text("text"), exact: true });

/** Expects that the server has saved what was typed into the memo. */
export const expectKept = (page: Page): Promise<void> =>
  expect(page.getByText(text("states.kept"), { exact: true })).toBeVisible();

/** Saves a memo and returns its id. */
export async function keep(page: Page, fields: object): Promise<string> {
  const id = uuidV7();
  await call(page, "POST", "/api/memos", { id, ...fields });
  return id;
}

/** Returns the Markdown of a memo on the server. */
export const storedBody = async (page: Page, id: string): Promise<string> =>
  (await call<{ body: string }>(page, "GET", `/api/memos/${id}`)).body;

/** Opens a path on the page's server. */
export const open = (page: Page, path: string): Promise<Response | null> =>
  page.goto(new URL(path, page.url()).href);

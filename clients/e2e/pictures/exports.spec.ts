import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { chatArchive, importArchive } from "../harness/archive.ts";
import { Chat } from "../harness/chat.ts";
import { expect, test } from "../harness/test.ts";
import { sayIn, textsOf } from "../harness/texts.ts";
import { FOLDER, wants } from "./camera.ts";
import { ARABIC, MIXED, RICH } from "./texts.ts";

const TITLE = "A rich chat: بورتو, code & diagrams";

/** Captures exported chats: the file as a person saves it, and the page on paper. */
for (const locale of ["en", "ar"] as const)
  test(`exported files, ${locale}`, async ({ connected, server }) => {
    test.setTimeout(180_000);
    if (!wants(`exports-${locale}`)) return;
    mkdirSync(join(FOLDER, "exports"), { recursive: true });
    await importArchive(connected, chatArchive(TITLE, [RICH, ARABIC, MIXED]));
    await call(connected, "PATCH", "/api/accounts/settings", { locale });
    await connected.goto(`${server.url}${locale === "en" ? "" : `/${locale}`}/home/chat`);
    await new Chat(connected, locale).list.getByText(TITLE).first().click();
    for (const format of ["markdown", "html", "docx", "picture"]) await save(connected, locale, format);

    const paper = await connected.context().browser()?.newPage({ colorScheme: "light" });
    if (!paper) throw new Error("there is no browser");
    await paper.goto(pathToFileURL(fileOf(locale, "html")).href);
    await paper.pdf({ path: fileOf(locale, "pdf"), format: "A4", printBackground: false });
    for (const colorScheme of ["light", "dark"] as const) {
      await paper.emulateMedia({ colorScheme });
      await paper.setViewportSize({ width: 900, height: 1000 });
      await paper.screenshot({ path: fileOf(`${locale}-${colorScheme}-page`, "png"), fullPage: true });
      await paper.setViewportSize({ width: 390, height: 844 });
      await paper.screenshot({ path: fileOf(`${locale}-${colorScheme}-phone`, "png"), fullPage: true });
    }
    await paper.close();
  });

const ENDINGS: Record<string, string> = { markdown: "md", picture: "png" };

const fileOf = (name: string, ending: string) => join(FOLDER, "exports", `chat-${name}.${ending}`);

async function save(page: Page, locale: string, format: string): Promise<void> {
  const portability = textsOf("portability", locale);
  const { press, pick } = menuOf(page, locale);
  await press();
  await pick(textsOf("chat", locale)("export_chat"));
  const saved = page.waitForEvent("download");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: portability(`format_hint.${format}`) })
    .click();
  await (await saved).saveAs(fileOf(locale, ENDINGS[format] ?? format));
  await expect(page.getByRole("dialog")).toBeHidden();
}

function menuOf(page: Page, locale: string) {
  const name = sayIn(locale)("chat", "actions_for", { title: TITLE });
  return {
    press: () => page.locator("main header").getByRole("button", { name, exact: true }).click(),
    pick: (item: string) => page.getByRole("menuitem", { name: item, exact: true }).click(),
  };
}

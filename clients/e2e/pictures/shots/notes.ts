import type { Page } from "@playwright/test";
import { models } from "../../harness/test.ts";
import { type Shot, shown } from "./shot.ts";

/** Shots of memos and readings, and popups over them. */
export const noteShots: Shot[] = [
  { name: "memo-note", at: "memo-note" },
  { name: "memo-arabic", at: "memo-arabic" },
  {
    name: "memo-read",
    at: "memo-note",
    open: ({ page, say }) => page.getByRole("radio", { name: say("memos", "read"), exact: true }).click(),
  },
  {
    name: "memos-list",
    at: "/home/memo",
    size: "wide",
    open: ({ page, say }) => page.getByRole("radio", { name: say("memos", "list"), exact: true }).click(),
  },
  {
    name: "memos-chosen",
    at: "/home/memo",
    open: async (stage) => {
      await stage.press("memos", "select");
      await stage.page.getByRole("checkbox").first().check();
    },
  },
  {
    name: "memos-none",
    at: "/home/memo",
    open: ({ page, say }) => page.getByRole("searchbox", { name: say("memos", "search") }).fill("zzzz"),
  },
  { name: "memos-trash", at: "/home/memo", open: (stage) => stage.press("memos", "trash") },
  {
    name: "memos-tags",
    at: "/home/memo",
    open: async (stage) => {
      await stage.press("memos", "manage_tags");
      await shown(stage.dialog());
    },
  },
  {
    name: "memos-import",
    at: "/home/memo",
    open: async (stage) => {
      await stage.press("memos", "import_export");
      await shown(stage.dialog());
    },
  },
  { name: "memo-missing", at: "/home/memo/019a0000-0000-7000-8000-000000000000" },
  { name: "reading", at: "reading" },
  { name: "reading-video", at: "reading-video" },
  { name: "reading-failed", at: "reading-failed" },
  {
    name: "reading-text",
    at: "reading",
    open: async ({ page, say }) => {
      await page.getByRole("link", { name: "[1]" }).first().click();
      await shown(
        page
          .getByRole("region", { name: say("reading", "text"), exact: true })
          .locator("mark")
          .first(),
      );
    },
  },
  {
    name: "reading-running",
    at: "/home/read",
    open: async (stage) => {
      const { page, say } = stage;
      await page.getByRole("combobox", { name: new RegExp(`^${say("reading", "model")}: `) }).click();
      await page.getByPlaceholder(say("chat", "search_models")).fill(models.slow);
      await page.getByRole("option", { name: models.slow }).first().click();
      await page
        .getByTestId("reading-file")
        .setInputFiles({ name: "notes.pdf", mimeType: "application/pdf", buffer: await aPdf(page) });
      await shown(stage.button("reading", "stop"));
    },
    after: (stage) => stage.press("reading", "stop"),
  },
];

async function aPdf(page: Page): Promise<Buffer> {
  const printer = await page.context().newPage();
  await printer.setContent("<p>Boats sail at night. The lamp burns oil. It is lit at dusk.</p>");
  const pdf = await printer.pdf({ format: "A4" });
  await printer.close();
  return pdf;
}

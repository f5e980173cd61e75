import type { Page } from "@playwright/test";
import { Chat } from "../harness/chat.ts";
import { addPdf, button, printedPdf, shownPage, text } from "../harness/library.ts";
import { expect, models } from "../harness/test.ts";
import { visit } from "../harness/visit.ts";
import { test } from "../harness/web-test.ts";

const bar = (page: Page) => page.getByRole("search", { name: text("find"), exact: true });
const field = (page: Page) => bar(page).getByRole("searchbox", { name: text("find"), exact: true });
const count = (page: Page, at: number, all: number) =>
  expect(bar(page).getByRole("status")).toHaveText(text("find_count", { at, count: all }));

test("words and pages of a PDF are found, and a first question is asked by pressing it", async ({
  connected: page,
}) => {
  // Issue 5: "PDF page view with text layer"
  await test.step("words are found on all pages of a PDF, and a page by its number", async () => {
    await visit(page, new URL("/webapp/doc-chat", page.url()).href);
    await addPdf(page, "lease.pdf", await printedPdf(page, 30));
    await expect(shownPage(page, 1).locator(".pdf-text")).toContainText("Pets are welcome.");
    await page.getByRole("region", { name: text("pages"), exact: true }).press("ControlOrMeta+f");
    await expect(field(page)).toBeFocused();

    // Pages that were never drawn have it, too.
    await field(page).fill("page 3");
    await count(page, 1, 2);
    const marks = (number: number) => shownPage(page, number).getByTestId("pdf-found");
    await expect(marks(3).first()).toBeInViewport();
    await expect(marks(3).first()).toHaveAttribute("aria-current", "true");
    await field(page).press("Enter");
    await count(page, 2, 2);
    await expect(marks(30).first()).toBeInViewport();
    await field(page).press("Enter");
    await count(page, 1, 2);
    await expect(marks(3).first()).toBeInViewport();
    await button(bar(page), "find_previous").click();
    await expect(marks(30).first()).toBeInViewport();

    // Over the ends of lines, in any case.
    await field(page).fill("RETURNED within sixty");
    await count(page, 1, 1);
    await expect(marks(2).first()).toBeInViewport();
    await field(page).fill("cheese");
    await expect(bar(page).getByRole("status")).toHaveText(text("find_none"));
    await field(page).fill("sixty");
    await count(page, 1, 1);
    await field(page).press("Escape");
    await expect(bar(page)).toBeHidden();
    await expect(page.getByTestId("pdf-found")).toHaveCount(0);

    await button(page, "page_of", { number: "2", count: "30" }).click();
    const number = page.getByRole("textbox", { name: text("go_to_page"), exact: true });
    await number.fill("20");
    await number.press("Enter");
    await expect(shownPage(page, 20).locator(".pdf-text")).toBeInViewport();
    await expect(button(page, "page_of", { number: "20", count: "30" })).toBeVisible();
  });

  await test.step("one of the first questions is asked by pressing it", async () => {
    const chat = new Chat(page);
    await visit(page, new URL("/webapp/doc-chat", page.url()).href);
    await addPdf(page, "lease.pdf", await printedPdf(page, 2));
    await chat.chooseModel(models.echo);
    const first = page.getByRole("list", { name: text("first_questions"), exact: true });
    await expect(first.getByRole("button")).toHaveCount(3);
    await first.getByRole("button", { name: text("first.sum_up"), exact: true }).click();
    await chat.expectDone();
    await expect(chat.questions.last()).toContainText(text("first.sum_up"));
    await expect(first).toBeHidden();
  });
});

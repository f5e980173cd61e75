import { Chat } from "../harness/chat.ts";
import { addPdf, button, printedPdf, selectWords, shownPage, text } from "../harness/library.ts";
import { expect, models } from "../harness/test.ts";
import { visit } from "../harness/visit.ts";
import { test } from "../harness/web-test.ts";

// spec §8: "Failed to create mark"
// spec §2: "/webapp/doc-print"
test("words on a page are highlighted, found again, noted, removed and restored, and printed with the chat", async ({
  connected: page,
}) => {
  await test.step("words on a page are highlighted, found again, noted, and removed with a way back", async () => {
    await visit(page, new URL("/webapp/doc-chat", page.url()).href);
    await addPdf(page, "lease.pdf", await printedPdf(page, 2));
    await expect(shownPage(page, 1).locator(".pdf-text")).toContainText("The rent is 900 euros a month.");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(shownPage(other, 1).locator(".pdf-text")).toContainText("Pets are welcome.");
    const mark = shownPage(page, 1).getByTestId("pdf-highlight");
    const toHighlights = /\/highlights\/[0-9a-f-]{36}$/;
    await page.context().route(toHighlights, (route) => route.abort());
    await selectWords(page, "Pets are welcome.");
    await button(page.getByRole("toolbar"), "actions.highlight").click();
    await expect(page.getByText(text("mark_failed")).first()).toBeVisible();
    await expect(mark).toHaveCount(0);
    await page.context().unroute(toHighlights);

    await selectWords(page, "Pets are welcome.");
    await button(page.getByRole("toolbar"), "actions.highlight").click();
    await expect(mark).toHaveCount(1);
    // It lies over the words. Spans of marked content, around them, have no box.
    await expect(async () => {
      const words = await page
        .locator(".pdf-text span", { hasText: "Pets are welcome." })
        .last()
        .boundingBox();
      const drawn = await mark.boundingBox();
      if (!words || !drawn) throw new Error("the words and their mark are shown");
      expect(Math.abs(words.y - drawn.y)).toBeLessThan(words.height);
      expect(drawn.width).toBeGreaterThan(words.width / 2);
    }).toPass();
    await expect(
      shownPage(other, 1).getByTestId("pdf-highlight"),
      "the other window hears of it",
    ).toHaveCount(1);
    await other.close();

    await page.reload();
    await expect(mark).toHaveCount(1);
    await button(page, "show_highlights", { count: "1" }).click();
    const list = page.getByRole("list", { name: text("highlights") });
    await expect(list.getByRole("listitem")).toContainText("Pets are welcome.");
    const options = button(list, "highlight_options", { number: "1" });
    await options.click();
    await page.getByRole("menuitem", { name: text("add_note") }).click();
    await page.getByRole("textbox", { name: text("note"), exact: true }).fill("Even dogs?");
    await button(page, "save").click();
    await expect(list).toContainText("Even dogs?");
    await options.click();
    await page.getByRole("menuitemradio", { name: text("colors.pink") }).click();
    await expect(mark).toHaveAttribute("data-color", "pink");
    await page.keyboard.press("Escape");
    await options.click();
    await page.getByRole("menuitem", { name: text("remove_highlight") }).click();
    await expect(mark).toHaveCount(0);
    await expect(page.getByText(text("no_highlights"))).toBeVisible();
    await button(page, "undo").click();
    await expect(list).toContainText("Even dogs?");
    await shownPage(page, 2).scrollIntoViewIfNeeded();
    await list.getByRole("button").first().click();
    await expect(shownPage(page, 1)).toHaveAttribute("aria-current", "location");
    await expect(mark).toBeInViewport();
  });

  await test.step("a chat about a PDF and what is marked in it are printed", async () => {
    const chat = new Chat(page);
    await visit(page, new URL("/webapp/doc-chat", page.url()).href);
    await addPdf(page, "lease.pdf", await printedPdf(page, 2));
    await chat.chooseModel(models.paging);
    await chat.ask("When does the deposit come back?");
    await chat.expectDone();
    await selectWords(page, "Pets are welcome.");
    await button(page.getByRole("toolbar"), "actions.highlight").click();
    await expect(shownPage(page, 1).getByTestId("pdf-highlight")).toHaveCount(1);
    await button(page, "chat_options").click();
    await page.getByRole("menuitem", { name: text("print_this_chat") }).click();
    await expect(page).toHaveURL(/\/webapp\/doc-print\?doc_id=[0-9a-f-]{36}&chat_id=[0-9a-f-]{36}$/);
    const paper = page.getByRole("article");
    await expect(paper.getByRole("heading", { level: 2 })).toHaveText("When does the deposit come back?");
    await expect(paper).toContainText("lease.pdf");
    await expect(paper).toContainText(/within sixty days.*p\. 2/);

    // On paper there is nothing to press, and it is dark on white whatever the screen is.
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(button(page, "print")).toBeHidden();
    await expect(paper).toBeVisible();
    const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(scheme).toBe("light");
    expect((await page.pdf()).length).toBeGreaterThan(1_000);
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => {
      globalThis.print = () => document.body.setAttribute("data-printed", "");
    });
    await button(page, "print").click();
    await expect(page.locator("body")).toHaveAttribute("data-printed", "");

    await page.getByRole("link", { name: text("print_back") }).click();
    await button(page, "chat_options").click();
    await page.getByRole("menuitem", { name: text("print_highlights") }).click();
    await expect(page).toHaveURL(/\/webapp\/doc-print\?doc_id=[0-9a-f-]{36}$/);
    await expect(paper.getByRole("heading", { level: 1 })).toHaveText("lease.pdf");
    await expect(paper.getByRole("figure")).toContainText("Pets are welcome.");
  });
});

import { addPdf, button, printedPdf, selectWords, shownPage, text } from "../harness/library.ts";
import { expect } from "../harness/test.ts";
import { test } from "../harness/web-test.ts";

test("words on a page are highlighted, found again, noted, and removed with a way back", async ({
  connected: page,
}) => {
  test.slow();
  await page.goto(new URL("/webapp/doc-chat", page.url()).href);
  await addPdf(page, "lease.pdf", await printedPdf(page, 2));
  await expect(shownPage(page, 1).locator(".pdf-text")).toContainText("The rent is 900 euros a month.");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(shownPage(other, 1).locator(".pdf-text")).toContainText("Pets are welcome.");
  await selectWords(page, "Pets are welcome.");
  await button(page.getByRole("toolbar"), "actions.highlight").click();
  const mark = shownPage(page, 1).getByTestId("pdf-highlight");
  await expect(mark).toHaveCount(1);
  // It lies over the words.
  const words = await page.locator(".pdf-text span", { hasText: "Pets are welcome." }).first().boundingBox();
  const drawn = await mark.boundingBox();
  if (!words || !drawn) throw new Error("the words and their mark are shown");
  expect(Math.abs(words.y - drawn.y)).toBeLessThan(words.height);
  expect(drawn.width).toBeGreaterThan(words.width / 2);
  await expect(shownPage(other, 1).getByTestId("pdf-highlight"), "the other window hears of it").toHaveCount(
    1,
  );
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

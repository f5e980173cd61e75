import type { Page } from "@playwright/test";
import { Chat } from "../harness/chat.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const accounts = textsOf("accounts");
const frame = textsOf("frame");

// spec §3: "Theme: auto, light, dark."
test("the theme and the language change at once, and commands are found in the palette and bound to other keys", async ({
  operator,
  server,
}) => {
  await test.step("the theme changes at once, and is there after a reload", async () => {
    await visit(operator, `${server.url}/settings/general`);
    const scheme = () => operator.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await operator.getByRole("radio", { name: accounts("theme_dark") }).click();
    await expect.poll(scheme).toBe("dark");
    await operator.reload();
    await expect.poll(scheme).toBe("dark");
    await operator.getByRole("radio", { name: accounts("theme_light") }).click();
    await expect.poll(scheme).toBe("light");
  });

  await test.step("commands are found in the palette and bound to other keys", async () => {
    const chat = new Chat(operator);
    await chat.openNew();
    await chat.ask("2 + 2");
    await chat.expectDone();
    await operator.keyboard.press("Control+Shift+O");
    await expect(chat.answers).toHaveCount(0);

    await operator.keyboard.press("Control+k");
    await operator.getByPlaceholder(frame("palette_placeholder")).fill("shortcuts");
    await operator
      .getByRole("option", { name: frame("keyboard_shortcuts") })
      .first()
      .click();
    await expect(operator).toHaveURL(/keyboard-shortcuts/);

    const command = frame("command.chat.new");
    await operator.getByRole("button", { name: accounts("change_keys_of", { command }) }).click();
    await operator.keyboard.press("Control+k");
    await expect(
      operator.getByText(accounts("shortcut_taken", { command: frame("command.palette.open") })),
    ).toBeVisible();
    await operator.keyboard.press("Alt+n");
    await expect(
      operator.getByRole("button", { name: accounts("reset_keys_of", { command }) }),
    ).toBeVisible();
    await operator.keyboard.press("Alt+n");
    await expect(operator).toHaveURL(`${server.url}/home/chat`);
  });

  await test.step("the app speaks another language, and is laid out in its direction", async () => {
    let current = "en";
    for (const { locale, name, direction } of [
      { locale: "ar", name: /العربية/, direction: "rtl" },
      { locale: "zh-CN", name: /中文/, direction: "ltr" },
    ]) {
      await operator.goto(`${server.url}/settings/general`);
      await operator.getByRole("combobox", { name: textsOf("accounts", current)("language") }).click();
      await operator.getByRole("option", { name }).first().click();
      const translated = textsOf("accounts", locale);
      await expect(operator.getByText(translated("appearance"), { exact: true })).toBeVisible();
      await expect(operator.locator("html")).toHaveAttribute("dir", direction);
      await operator.goto(`${server.url}/home/chat`);
      await expect(operator.locator("html")).toHaveAttribute("lang", new RegExp(`^${locale}`));
      const field = operator.getByRole("textbox", {
        name: textsOf("chat", locale)("message_label"),
        exact: true,
      });
      await field.fill("12 * 12");
      await field.press("Enter");
      await expect(operator.getByRole("article").last()).toContainText(/144|١٤٤/);
      await expectNothingCutOff(operator);
      current = locale;
    }
  });
});

async function expectNothingCutOff(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, "the page does not scroll sideways").toBeLessThanOrEqual(0);
}

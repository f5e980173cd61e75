import { expect, type Locator, type Page } from "@playwright/test";
import { Chat } from "../harness/chat.ts";
import { sayIn } from "../harness/texts.ts";
import { TITLE } from "./scenes.ts";

/** Page of a person with the tools to open things on it. */
export class Stage {
  readonly say: ReturnType<typeof sayIn>;
  readonly chat: Chat;

  constructor(
    readonly page: Page,
    readonly locale: string,
    readonly narrow: boolean,
  ) {
    this.say = sayIn(locale);
    this.chat = new Chat(page, locale);
  }

  button(area: string, key: string, values?: Record<string, string | number>, within?: Locator): Locator {
    const name = this.say(area, key, values);
    return (within ?? this.page).getByRole("button", { name, exact: true }).filter({ visible: true }).first();
  }

  press = (area: string, key: string, values?: Record<string, string | number>, within?: Locator) =>
    this.button(area, key, values, within).click();

  async pick(area: string, key: string): Promise<void> {
    await this.page.getByRole("menuitem", { name: this.say(area, key), exact: true }).click();
  }

  /** Selects an item in the menu of the open conversation. */
  async act(key?: string): Promise<void> {
    await this.press("chat", "actions_for", { title: TITLE }, this.page.locator("main header"));
    if (key) await this.pick("chat", key);
    else await expect(this.page.getByRole("menu")).toBeVisible();
  }

  tab = (area: string, key: string) =>
    this.page.getByRole("tab", { name: this.say(area, key), exact: true }).click();

  fill = (area: string, key: string, words: string) =>
    this.page.getByLabel(this.say(area, key), { exact: true }).filter({ visible: true }).first().fill(words);

  dialog = (nth = -1) => this.page.locator("[role=dialog], [role=alertdialog]").nth(nth);
}

import type { Buffer } from "node:buffer";
import { expect, type Locator, type Page } from "@playwright/test";
import { takeLoaded } from "./loaded-chat.ts";
import { serverOf } from "./server-address.ts";
import { textsOf } from "./texts.ts";
import { visit } from "./visit.ts";

/** Driver for the chat, in the person's language. */
export class Chat {
  private readonly text: ReturnType<typeof textsOf>;

  constructor(
    readonly page: Page,
    locale?: string,
  ) {
    this.text = textsOf("chat", locale);
  }

  get field(): Locator {
    return this.page.getByRole("textbox", { name: this.text("message_label"), exact: true });
  }

  get stopButton(): Locator {
    return this.page.getByRole("button", { name: this.text("stop"), exact: true });
  }

  get questions(): Locator {
    return this.page.getByRole("article", { name: this.text("you_said"), exact: true });
  }

  get answers(): Locator {
    // Whichever model it was.
    const name = this.text("answer_of", { model: "\u0000" }).split("\u0000");
    return this.page.getByRole("article", { name: new RegExp(`^${name.join(".+")}$`) });
  }

  get answer(): Locator {
    return this.answers.last();
  }

  async openNew(): Promise<void> {
    if (!takeLoaded(this.page)) await visit(this.page, `${serverOf(this.page)}/home/chat`);
    await expect(this.field).toBeEditable();
  }

  /** Attaches a file to the draft and waits until it was parsed. */
  async attach(name: string, buffer: Buffer, mimeType: string): Promise<void> {
    await this.page.getByTestId("attach-files").setInputFiles({ name, mimeType, buffer });
    const sent = this.page.getByTestId("attachment-tray").getByRole("listitem").filter({ hasText: name });
    await expect(sent).toHaveAttribute("data-state", "ready");
  }

  async ask(question: string): Promise<void> {
    await this.field.fill(question);
    await this.field.press("Enter");
  }

  /** Waits until no answer is streaming. */
  async expectDone(): Promise<void> {
    await expect(this.answer).toBeVisible();
    await expect(this.stopButton).toBeHidden();
  }

  async chooseModel(name: string): Promise<void> {
    await this.modelButton.click();
    await this.page.getByPlaceholder(this.text("search_models")).fill(name);
    await this.page.getByRole("option", { name }).first().click();
    await expect(this.modelButton).toContainText(name);
  }

  /** Selects several models for the next message. */
  async chooseSeveral(names: readonly string[]): Promise<void> {
    const [first, ...others] = names;
    await this.chooseModel(first ?? "");
    await this.modelButton.click();
    await this.page.getByRole("switch", { name: this.text("several_models") }).click();
    for (const name of others) {
      await this.page.getByPlaceholder(this.text("search_models")).fill(name);
      await this.page.getByRole("option", { name }).first().click();
    }
    await this.page.keyboard.press("Escape");
    await expect(this.modelButton).toHaveAccessibleName(new RegExp(names.join(", ")));
  }

  get modelButton(): Locator {
    return this.page.getByRole("combobox", {
      name: new RegExp(`^(${this.text("model")}: |${this.text("choose_model")})`),
    });
  }

  /** Clicks a button under a message, which appears on hover. */
  async press(message: Locator, button: string): Promise<void> {
    await message.hover();
    await message.getByRole("button", { name: button, exact: true }).click();
  }

  /** Returns the model's text, without the names and buttons around it. */
  async answerText(): Promise<string> {
    const written = this.answer.locator(".markdown");
    if ((await written.count()) === 0) return "";
    return (await written.allInnerTexts()).join("\n").trim();
  }

  /** Selects an item in the menu of a conversation in the list. */
  async act(title: string, action: string): Promise<void> {
    const row = this.list.getByRole("listitem").filter({ hasText: title }).first();
    await row.hover();
    await row.getByRole("button").click();
    await this.page.getByRole("menuitem", { name: action, exact: true }).click();
  }

  get list(): Locator {
    return this.page.getByRole("navigation", { name: this.text("conversations") });
  }
}

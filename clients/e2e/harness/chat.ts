import { expect, type Locator, type Page } from "@playwright/test";
import { textsOf } from "./texts.ts";

const text = textsOf("chat");

/** The chat as a person handles it. */
export class Chat {
  constructor(readonly page: Page) {}

  get field(): Locator {
    return this.page.getByRole("textbox", { name: text("message_label"), exact: true });
  }

  get stopButton(): Locator {
    return this.page.getByRole("button", { name: text("stop"), exact: true });
  }

  get questions(): Locator {
    return this.page.locator('article[data-role="user"]');
  }

  get answers(): Locator {
    return this.page.locator('article[data-role="assistant"]');
  }

  get answer(): Locator {
    return this.answers.last();
  }

  async openNew(): Promise<void> {
    await this.page.goto(new URL("/home/chat", this.page.url()).href);
    await expect(this.field).toBeEditable();
  }

  async ask(question: string): Promise<void> {
    await this.field.fill(question);
    await this.field.press("Enter");
  }

  /** Waits until nothing is being written. */
  async expectDone(): Promise<void> {
    await expect(this.answer).toBeVisible();
    await expect(this.stopButton).toBeHidden();
  }

  async chooseModel(name: string): Promise<void> {
    await this.modelButton.click();
    await this.page.getByPlaceholder(text("search_models")).fill(name);
    await this.page.getByRole("option", { name }).first().click();
    await expect(this.modelButton).toContainText(name);
  }

  get modelButton(): Locator {
    return this.page.getByRole("combobox", {
      name: new RegExp(`^(${text("model")}: |${text("choose_model")})`),
    });
  }

  /** A button under a message: they show when the pointer is over it. */
  async press(message: Locator, button: string): Promise<void> {
    await message.hover();
    await message.getByRole("button", { name: button, exact: true }).click();
  }

  get list(): Locator {
    return this.page.getByRole("navigation", { name: text("conversations") });
  }
}

import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("prompts");

// spec §2: "Prompt library drawer (tabs My Prompt and Public Prompt) with detail dialog and prompt runner."
// spec §9: "Pinned quick actions 6."
test("prompts and quick actions are kept, used from the composer, and managed", async ({
  connected: page,
  server,
}) => {
  await test.step("a prompt is kept, found with a slash, filled in, changed and put back", async () => {
    const chat = new Chat(page);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await page.getByRole("button", { name: text("library"), exact: true }).click();
    await page.getByRole("button", { name: text("new_prompt"), exact: true }).click();
    const editor = page.getByRole("dialog", { name: text("new_prompt") });
    await editor.getByRole("button", { name: text("save") }).click();
    // Spec §5: the texts of what is missing.
    await expect(editor.getByText("Please input name")).toBeVisible();
    await editor.getByLabel(text("name"), { exact: true }).fill("Tide table");
    await editor
      .getByLabel(text("content"), { exact: true })
      .fill(
        "Tides in {{port}} for {{people:number}}, {{tone:select:short|long}}, boats: {{boats:checkbox}}.",
      );
    await expect(
      editor.getByText(text("blanks_found", { names: "port, people, tone, boats" })),
    ).toBeVisible();
    await editor.getByRole("button", { name: text("save") }).click();
    await expect(editor).toBeHidden();
    await page.keyboard.press("Escape");

    // The slash list, by keyboard alone.
    await chat.field.fill("/tide");
    await expect(page.getByRole("option", { name: /Tide table/ })).toBeVisible();
    await chat.field.press("Enter");
    const runner = page.getByRole("dialog", { name: text("fill_title", { name: "Tide table" }) });
    await runner.getByLabel("port").fill("Faro");
    await runner.getByLabel("people").fill("3");
    await runner.getByRole("combobox", { name: "tone" }).click();
    await page.getByRole("option", { name: "long" }).click();
    await runner.getByRole("switch", { name: "boats" }).click();
    await runner.getByRole("button", { name: text("insert") }).click();
    await expect(chat.field).toHaveValue("Tides in Faro for 3, long, boats: yes.");
    await chat.field.press("Enter");
    await chat.expectDone();

    // Versions.
    await page.getByRole("button", { name: text("library"), exact: true }).click();
    await page.getByRole("button", { name: text("details_of", { name: "Tide table" }) }).click();
    await page.getByRole("button", { name: text("edit"), exact: true }).click();
    const change = page.getByRole("dialog", { name: text("edit_prompt") });
    await change.getByLabel(text("content"), { exact: true }).fill("Only the sea.");
    await change.getByRole("button", { name: text("save") }).click();
    await expect(change).toBeHidden();
    await page.getByRole("button", { name: text("details_of", { name: "Tide table" }) }).click();
    await page.getByRole("button", { name: text("edit"), exact: true }).click();
    await change.getByText(text("versions")).click();
    await change.getByRole("button", { name: text("put_back") }).click();
    await expect(change.getByLabel(text("content"), { exact: true })).toHaveValue(/^Tides in/);
    await change.getByText(text("cancel"), { exact: true }).click();

    // Public ones, and a slash that is no wish for prompts.
    await page.getByRole("tab", { name: text("tab_public") }).click();
    await page.getByRole("searchbox", { name: text("search") }).fill("trip");
    await page.getByRole("button", { name: text("favorite") }).click();
    await page.getByRole("tab", { name: text("tab_mine") }).click();
    const mine = page.getByRole("tabpanel", { name: text("tab_mine") });
    await expect(
      mine.getByRole("button", { name: text("use_named", { name: "Plan a trip" }) }),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await chat.field.fill("/usr/bin is a folder");
    await expect(page.getByRole("listbox", { name: text("slash_list") })).toBeHidden();
    await chat.field.fill("");
  });

  await test.step("quick actions stand above the composer and under answers, and are managed", async () => {
    const chat = new Chat(page);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.field.fill("The moon pulls at the sea.");
    await page.getByRole("button", { name: "Explain", exact: true }).click();
    await chat.expectDone();
    await expect(chat.questions.last()).toContainText("Explain it in simple words");
    await expect(chat.questions.last()).toContainText("The moon pulls at the sea.");
    await chat.press(chat.answer, text("quick_actions_on"));
    await page.getByRole("menuitem", { name: "Summarize" }).click();
    await expect(chat.questions).toHaveCount(2);
    await chat.expectDone();

    await visit(page, `${server.url}/settings/quick-actions`);
    // Spec §5: at most six are pinned, and the last one cannot be deleted.
    await page.getByRole("button", { name: text("new_action") }).click();
    const form = page.getByRole("dialog", { name: text("new_action") });
    await form.getByLabel(text("name"), { exact: true }).fill("As a haiku");
    await form.getByLabel(text("content"), { exact: true }).fill("Say it as a haiku.");
    await form.getByRole("button", { name: text("save") }).click();
    await expect(form).toBeHidden();
    for (const name of ["Correct", "Pros and cons"]) {
      const pin = page.getByRole("switch", { name: text("pin_named", { name }) });
      await pin.click();
      await expect(pin).toBeChecked();
    }
    await page.getByRole("switch", { name: text("pin_named", { name: "As a haiku" }) }).click();
    await expect(page.getByText("You can only pin up to 6 quick actions.").first()).toBeVisible();
    for (const name of ["Explain", "Summarize", "Translate", "Rewrite", "Correct", "Pros and cons"]) {
      await page.getByRole("button", { name: text("delete_named", { name }) }).click();
      await expect(page.getByRole("button", { name: text("delete_named", { name }) })).toHaveCount(0);
    }
    await page.getByRole("button", { name: text("delete_named", { name: "As a haiku" }) }).click();
    await expect(page.getByText("Please create a new one before delete the last one").first()).toBeVisible();
  });
});

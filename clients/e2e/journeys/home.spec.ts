import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("chat");
const frame = textsOf("frame");
const accounts = textsOf("accounts");
const documents = textsOf("documents");
const resources = textsOf("resources");

// spec §3: "Conversation: title, group, favorited flag, pinned flag, resources."
// spec §2: "Home (welcome, temporary chat, simple mode versus all functions)"
test("a conversation shows its files and links, and simple mode shows the essentials alone", async ({
  connected,
}) => {
  await test.step("a conversation shows its files and links, opens them, and goes to their messages", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.echo);
    await chat.attach("menu.txt", Buffer.from("Green tea, black tea."), "text/plain");
    await chat.ask("Compare with [the list](https://tea.example/list), please");
    await chat.expectDone();

    await connected.getByRole("button", { name: text("resources"), exact: true }).click();
    const panel = connected.getByRole("dialog", { name: text("resources") });
    await expect(panel.getByRole("listitem")).toHaveCount(1);
    await panel.getByRole("button", { name: "menu.txt" }).click();
    const viewer = connected.getByRole("dialog", { name: "menu.txt" });
    await expect(viewer).toContainText("Green tea, black tea.");
    await expect(viewer.getByRole("link", { name: documents("save_file") })).toBeVisible();
    await connected.keyboard.press("Escape");
    await expect(viewer).toBeHidden();

    await panel.getByRole("tab", { name: resources("links") }).click();
    const link = panel.getByRole("link", { name: "the list", exact: true });
    await expect(link).toHaveAttribute("href", "https://tea.example/list");
    await panel.getByRole("link", { name: resources("go_to_message_of", { name: "the list" }) }).click();
    await expect(panel).toBeHidden();
    await expect(connected).toHaveURL(/#[0-9a-f-]{36}$/);

    await connected.getByRole("button", { name: text("resources"), exact: true }).click();
    await panel.getByRole("tab", { name: resources("shared") }).click();
    await expect(panel).toContainText(resources("not_shared"));
  });

  await test.step("simple mode shows the essentials alone, over a reload, and gives everything back", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    const bots = connected.getByRole("link", { name: frame("bots"), exact: true });
    const temporary = connected.getByRole("switch", { name: text("temporary_chat") });
    const mode = (name: string) => connected.getByRole("radio", { name: text(name) });
    await expect(bots.first()).toBeVisible();
    await expect(temporary).toBeVisible();

    await mode("simple_mode").click();
    await expect(bots).toHaveCount(0);
    await expect(temporary).toBeHidden();
    await chat.chooseModel(models.quick);
    await expect(chat.list).toBeVisible();
    await chat.ask("Keep it simple");
    await chat.expectDone();
    const tree = connected.getByRole("button", { name: text("show_tree") });
    await expect(tree).toBeHidden();
    await connected.reload();
    await chat.expectDone();
    await expect(tree).toBeHidden();

    await connected.keyboard.press("ControlOrMeta+Shift+E");
    await expect(tree).toBeVisible();
    await expect(bots.first()).toBeVisible();
    await visit(connected, new URL("/settings/general", connected.url()).href);
    const choice = connected.getByRole("radiogroup", { name: accounts("functions") });
    await expect(choice.getByRole("radio", { name: accounts("all_functions") })).toBeChecked();
    await choice.getByRole("radio", { name: accounts("simple_mode") }).click();
    await chat.openNew();
    await expect(mode("simple_mode")).toBeChecked();
  });
});

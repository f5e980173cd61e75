import { Chat } from "../harness/chat.ts";
import { FakeProvider } from "../harness/fake-provider.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("models");

/** Default port of Ollama. */
const OLLAMA_PORT = 11_434;

test("a model is connected and tested in the app, and a member chooses it without seeing the connection", async ({
  operator,
  server,
  provider,
  member,
}) => {
  await test.step("a model is connected in the app, tested, and answers", async () => {
    await visit(operator, `${server.url}/settings/models`);
    await operator
      .getByRole("button", { name: text("add_connection") })
      .first()
      .click();
    const dialog = operator.getByRole("dialog");
    await dialog.getByLabel(text("address"), { exact: true }).fill("http://127.0.0.1:9/v1");
    await dialog.getByLabel(text("key"), { exact: true }).fill("sk-secret-of-the-operator");
    await dialog.getByRole("button", { name: text("test"), exact: true }).click();
    await expect(dialog.getByRole("button", { name: text("test"), exact: true })).toBeEnabled();
    // Why it did not work, and what to look at.
    await expect(dialog.getByText(textsOf("problems")("providers.unreachable"))).toBeVisible();
    await expect(dialog.getByText(text("hint.check_address"))).toBeVisible();
    await expect(dialog.getByText(text("test_passed"))).toBeHidden();

    await dialog.getByLabel(text("address"), { exact: true }).fill(provider.url);
    await dialog.getByRole("button", { name: text("test"), exact: true }).click();
    await expect(dialog.getByText(text("test_passed"))).toBeVisible();
    await expect(dialog.getByText(text("hint.check_address"))).toBeHidden();
    await dialog.getByLabel(text("name"), { exact: true }).fill("House");
    await dialog.getByRole("button", { name: text("save"), exact: true }).click();
    await expect(operator.getByText(text("connection_added", { name: "House" }))).toBeVisible();

    // What was entered is never told again, not even to the one who entered it.
    const told = await operator.request.get(`${server.url}/api/models/connections`);
    expect(await told.text()).not.toContain("sk-secret-of-the");

    const chat = new Chat(operator);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.ask("Hello");
    await chat.expectDone();
    await expect(chat.answer).toContainText("the quick brown");
  });

  await test.step("a member can choose among the connected models but sees no connection", async () => {
    const connected = operator;
    await expect(connected).toHaveURL(/\/chat/);
    await visit(member, `${server.url}/settings/models`);
    await expect(member.getByText(text("default_model"), { exact: true }).first()).toBeVisible();
    await expect(member.getByText(text("add_connection"))).toBeHidden();
    const refused = await member.request.get(`${server.url}/api/models/connections`);
    expect(refused.status()).toBe(403);

    const chat = new Chat(member);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.ask("Hello");
    await chat.expectDone();
    await visit(member, `${server.url}/settings/usage`);
    await expect(member.getByText(/39/).first()).toBeVisible();
  });
});

test.describe("on a machine with Ollama", () => {
  test.use({ settings: { ENSEMBLE__PROVIDERS__FIND_LOCAL_SERVERS: "true" } });

  test("it is found by itself, connected by one press, and answers", async ({ operator, server }) => {
    const ollama = await FakeProvider.start([models.quick], OLLAMA_PORT);
    await operator.goto(`${server.url}/settings/models`);
    await expect(operator.getByText(text("found_here", { name: "Ollama" }))).toBeVisible();
    await operator.getByRole("button", { name: text("use_it"), exact: true }).click();
    const dialog = operator.getByRole("dialog");
    await dialog.getByRole("button", { name: text("save"), exact: true }).click();
    await expect(operator.getByText(text("connection_added", { name: "Ollama" }))).toBeVisible();

    const chat = new Chat(operator);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.ask("Hello");
    await chat.expectDone();
    await expect(chat.answer).toContainText("the quick brown");
    await ollama.stop();
  });
});

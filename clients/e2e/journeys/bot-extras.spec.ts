import { Buffer } from "node:buffer";
import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("bots");
const rating = textsOf("rating");

// issue 26, section 4
test("a bot with a starter and a file is talked with by one press, and its answer is rated", async ({
  connected: author,
  server,
}) => {
  const chat = new Chat(author);
  await visit(author, `${server.url}/bots/create`);
  await author.getByLabel(text("name"), { exact: true }).fill("Harbour pilot");
  await author.getByLabel(text("prompt"), { exact: true }).fill("Answer as a harbour pilot.");
  await author.getByLabel(text("starter_number", { number: 1 })).fill("When is high water?");
  const buffer = Buffer.from("High water in Lisbon is at 14:20.");
  await author.getByTestId("bot-files").setInputFiles({ name: "tides.txt", mimeType: "text/plain", buffer });
  await expect(
    author.getByRole("button", { name: text("remove_file", { name: "tides.txt" }) }),
  ).toBeVisible();
  await author.getByRole("combobox", { name: text("model"), exact: true }).click();
  await author.getByRole("option", { name: models.echo }).click();
  await author.getByRole("button", { name: text("publish"), exact: true }).click();
  await author
    .getByRole("dialog")
    .getByRole("button", { name: text("start_chat") })
    .click();

  // The model echoes what it was given: the question behind the file.
  await author.getByRole("button", { name: "When is high water?", exact: true }).click();
  await expect(chat.questions).toHaveText(/When is high water\?/);
  await chat.expectDone();
  await expect(chat.answer).toContainText("High water in Lisbon is at 14:20.");
  await expect(author.getByRole("button", { name: "When is high water?", exact: true })).toBeHidden();

  await author.getByRole("button", { name: rating("bad_answer") }).click();
  await author.getByRole("checkbox", { name: rating("reason_incomplete") }).check();
  await author.getByRole("button", { name: rating("send_feedback") }).click();
  await author.reload();
  const down = author.getByRole("button", { name: rating("bad_answer") });
  await expect(down).toHaveAttribute("aria-pressed", "true");
  await down.click();
  await expect(author.getByRole("checkbox", { name: rating("reason_incomplete") })).toBeChecked();
  await author.getByRole("button", { name: rating("remove_rating") }).click();
  await expect(down).toHaveAttribute("aria-pressed", "false");
});

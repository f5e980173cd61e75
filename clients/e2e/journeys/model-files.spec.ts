import { join } from "node:path";
import { Chat } from "../harness/chat.ts";
import { modelFile } from "../harness/model-file.ts";
import { repository } from "../harness/program.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("models");

test.use({
  settings: {
    ENSEMBLE__MODEL_FILES__PROGRAM: join(repository, "server/platform/testing/programs/fake_llama_server.py"),
  },
});

test("a model file is added, answers, and says why it fails", async ({ operator, server }) => {
  await visit(operator, `${server.url}/settings/models`);
  await operator
    .getByRole("button", { name: text("add_connection") })
    .first()
    .click();
  const dialog = operator.getByRole("dialog");
  await dialog.getByLabel(text("protocol"), { exact: true }).click();
  await operator.getByRole("option", { name: text("protocol.local_files") }).click();
  await expect(dialog.getByLabel(text("key"), { exact: true })).toBeHidden();
  await dialog.getByRole("button", { name: text("save"), exact: true }).click();
  await expect(operator.getByText(text("no_files"))).toBeVisible();

  const add = (name: string, buffer: Buffer) =>
    operator
      .locator(`input[type=file][aria-label="${text("add_file")}"]`)
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await add("page.gguf", Buffer.from("<!doctype html>"));
  await expect(operator.getByText("This isn't a readable model file (GGUF).")).toBeVisible();
  await add("tiny-t3.gguf", modelFile("Tiny Llama"));
  await expect(operator.getByText(text("file_added", { name: "tiny-t3.gguf" }))).toBeVisible();
  await add("odd-bad.gguf", modelFile("Odd"));
  await operator.getByRole("button", { name: text("load_file", { name: "odd-bad.gguf" }) }).click();
  await expect(operator.getByText("Couldn't load the model.")).toBeVisible();
  await expect(operator.getByText(/unknown architecture in odd-bad\.gguf/)).toBeVisible();

  const chat = new Chat(operator);
  await chat.openNew();
  await chat.chooseModel("Tiny Llama");
  await chat.ask("Hello");
  await chat.expectDone();
  await expect(chat.answer).toContainText("word0 word1 word2");

  await operator.goto(`${server.url}/settings/models`);
  await expect(operator.getByText(text("file_state.loaded"), { exact: true })).toBeVisible();
  await operator.getByRole("button", { name: text("unload_file", { name: "tiny-t3.gguf" }) }).click();
  await expect(operator.getByText(text("file_state.unloaded"), { exact: true })).toBeVisible();
  await operator.getByRole("button", { name: text("delete_file", { name: "odd-bad.gguf" }) }).click();
  await operator
    .getByRole("alertdialog")
    .getByRole("button", { name: text("delete"), exact: true })
    .click();
  await expect(operator.getByText("odd-bad.gguf")).toHaveCount(0);
});

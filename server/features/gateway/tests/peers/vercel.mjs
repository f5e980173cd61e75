/* Tries Vercel's AI SDK and OpenAI's client for Node, unmodified, against a running server: `vercel.mjs BASE_URL KEY`. */
import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, stepCountIs, tool } from "ai";
import OpenAI from "openai";
import { z } from "zod";

const [base, apiKey] = process.argv.slice(2);
const baseURL = `${base}/v1`;
const model = createOpenAI({ baseURL, apiKey })("fake/use-echo");
const weather = tool({
  description: "The weather",
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => `rain in ${city}`,
});
const messages = [];
for (const city of ["Oslo", "Rome"]) {
  messages.push({ role: "user", content: `weather {"city": "${city}"}` });
  const answer = await generateText({ model, messages, tools: { weather }, stopWhen: stepCountIs(5) });
  assert.equal(answer.text, `rain in ${city}`);
  messages.push(...answer.response.messages);
}
const client = new OpenAI({ baseURL, apiKey });
const ask = { model: "fake/say-Hi there", messages: [{ role: "user", content: "Hello?" }] };
const answer = await client.chat.completions.create(ask);
assert.equal(answer.choices[0].message.content, "Hi there");
console.log("vercel ai, openai node: ok");

import type { Page } from "@playwright/test";
import OpenAI, { AuthenticationError, NotFoundError } from "openai";
import { call } from "../harness/api.ts";
import { expect, models, test } from "../harness/test.ts";

// The official client decides what the OpenAI shape is: it parses every answer itself.

async function makeKey(page: Page): Promise<string> {
  const made = await call<{ secret: string }>(page, "POST", "/api/gateway/keys", { name: "Script" });
  return made.secret;
}

test("the official OpenAI client lists models, asks, and streams", async ({ connected, server }) => {
  const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: await makeKey(connected), maxRetries: 0 });
  const model = `fake/${models.quick}`;
  const messages = [{ role: "user" as const, content: "Hello" }];

  const listed = [];
  for await (const offered of client.models.list()) listed.push(offered.id);
  const whole = await client.chat.completions.create({ model, messages });
  const stream = await client.chat.completions.create({
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
  });
  let streamed = "";
  let finish: string | null = null;
  let outputTokens: number | undefined;
  for await (const chunk of stream) {
    streamed += chunk.choices[0]?.delta.content ?? "";
    finish = chunk.choices[0]?.finish_reason ?? finish;
    outputTokens = chunk.usage?.completion_tokens ?? outputTokens;
  }

  expect(listed).toContain(model);
  expect(whole.choices[0]?.message.content).toContain("the quick brown");
  expect(whole.choices[0]?.finish_reason).toBe("stop");
  expect(streamed).toBe(whole.choices[0]?.message.content);
  expect(finish).toBe("stop");
  expect(outputTokens).toBe(20);
});

test("the official OpenAI client understands what goes wrong", async ({ connected, server }) => {
  const baseURL = `${server.url}/v1`;
  const stranger = new OpenAI({ baseURL, apiKey: "ens_nobody", maxRetries: 0 });
  const client = new OpenAI({ baseURL, apiKey: await makeKey(connected), maxRetries: 0 });
  const messages = [{ role: "user" as const, content: "Hello" }];

  await expect(stranger.models.list()).rejects.toBeInstanceOf(AuthenticationError);
  await expect(client.chat.completions.create({ model: "fake/none", messages })).rejects.toBeInstanceOf(
    NotFoundError,
  );
});

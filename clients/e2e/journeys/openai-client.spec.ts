import { execFile, execFileSync } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import OpenAI, { AuthenticationError, NotFoundError } from "openai";
import { call } from "../harness/api.ts";
import { PIXEL } from "../harness/made-files.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const root = path.resolve(import.meta.dirname, "../../..");

const text = textsOf("gateway");

// The official client decides what the OpenAI shape is: it parses every answer itself.

async function makeKey(page: Page): Promise<string> {
  const made = await call<{ secret: string }>(page, "POST", "/api/gateway/keys", {
    name: "Script",
    scopes: ["models", "chat", "embeddings"],
  });
  return made.secret;
}

test("a key is made, used and revoked; the official OpenAI clients do all they can with one", async ({
  connected,
  server,
}) => {
  // issue 3: "with keys that have scopes and a cap in credits, last-used shown"
  await test.step("a key is made with what it may do and spend, used, and revoked", async () => {
    const page = connected;
    await visit(page, `${server.url}/settings/api-keys`);
    await page.getByRole("button", { name: text("create_key"), exact: true }).click();
    const form = page.getByRole("dialog", { name: text("create_key") });
    await form.getByLabel(text("name"), { exact: true }).fill("Editor");
    await form.getByLabel(text("cap"), { exact: true }).fill("1");
    await form.getByRole("switch", { name: text("scope.models"), exact: true }).click();
    await form.getByRole("button", { name: text("create"), exact: true }).click();
    const made = page.getByRole("dialog", { name: text("secret_title") });
    const apiKey = (await made.getByText(/^ens_\S+$/).textContent()) ?? "";
    await made
      .getByRole("button", { name: text("done"), exact: true })
      .last()
      .click();
    await expect(page.getByText(apiKey)).toBeHidden();
    await expect(page.getByText(text("never_used"))).toBeVisible();
    await expect(page.getByText(text("spent_of", { spent: 0, cap: 1 }))).toBeVisible();

    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey, maxRetries: 0 });
    const ask = () =>
      client.chat.completions.create({
        model: `fake/${models.quick}`,
        messages: [{ role: "user", content: "Hello" }],
      });
    await ask();
    await expect(ask()).rejects.toThrow(/402/);
    await expect(client.models.list()).rejects.toThrow(/403/);

    await page.reload();
    await expect(page.getByText(text("spent_of", { spent: 1, cap: 1 }))).toBeVisible();
    await expect(page.getByText(text("never_used"))).toBeHidden();
    await expect(page.getByText(new RegExp(text("last_used", { time: ".+" })))).toBeVisible();
    await page.getByRole("button", { name: text("revoke"), exact: true }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: text("revoke"), exact: true })
      .click();
    await expect(page.getByText(text("no_keys"), { exact: true })).toBeVisible();
    await expect(ask()).rejects.toThrow(AuthenticationError);
  });

  await test.step("the official OpenAI client lists models, asks, and streams", async () => {
    const client = new OpenAI({
      baseURL: `${server.url}/v1`,
      apiKey: await makeKey(connected),
      maxRetries: 0,
    });
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

  await test.step("the official OpenAI client uses tools, shows pictures, and makes embeddings", async () => {
    const client = new OpenAI({
      baseURL: `${server.url}/v1`,
      apiKey: await makeKey(connected),
      maxRetries: 0,
    });
    const model = `fake/${models.tooled}`;
    const question = { role: "user" as const, content: 'weather {"city": "Köln"}' };
    const tools = [{ type: "function" as const, function: weather }];

    const asked = await client.chat.completions.create({ model, messages: [question], tools });
    const message = asked.choices[0]?.message;
    const wanted = message?.tool_calls?.[0];
    if (!message || wanted?.type !== "function") throw new Error("no tool was called");
    const result = { role: "tool" as const, tool_call_id: wanted.id, content: "12 degrees" };
    const answered = await client.chat.completions.create({
      model,
      messages: [question, message, result],
      tools,
    });
    const runner = client.chat.completions.stream({ model, messages: [question], tools });
    const streamed = await runner.finalChatCompletion();
    const shown = await client.chat.completions.create({
      model: `fake/${models.quick}`,
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is it?" },
            { type: "image_url", image_url: { url: picture } },
          ],
        },
      ],
    });
    const vectors = await client.embeddings.create({
      model: `fake/${models.embedding}`,
      input: ["abba", "cab"],
    });

    expect(asked.choices[0]?.finish_reason).toBe("tool_calls");
    expect(JSON.parse(wanted.function.arguments)).toEqual({ city: "Köln" });
    expect(answered.choices[0]?.message.content).toBe("12 degrees");
    expect(streamed.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { name: "weather" } });
    expect(shown.choices[0]?.finish_reason).toBe("stop");
    // The client asks for base64 and makes numbers of it.
    expect(vectors.data.map(({ embedding }) => embedding.slice(0, 3))).toEqual([
      [2, 2, 0],
      [1, 1, 1],
    ]);
  });

  await test.step("the official OpenAI client speaks responses", async () => {
    const client = new OpenAI({
      baseURL: `${server.url}/v1`,
      apiKey: await makeKey(connected),
      maxRetries: 0,
    });
    const model = `fake/${models.quick}`;

    const whole = await client.responses.create({ model, input: "Hello" });
    const stream = client.responses.stream({ model: `fake/${models.thoughtful}`, input: "Hello" });
    let streamed = "";
    stream.on("response.output_text.delta", ({ delta }) => {
      streamed += delta;
    });
    const last = await stream.finalResponse();
    const called = await client.responses.create({
      model: `fake/${models.tooled}`,
      input: [{ role: "user", content: "weather {}" }],
      tools: [{ type: "function", strict: false, ...weather }],
    });

    expect(whole.output_text).toContain("the quick brown");
    expect(whole.usage?.output_tokens).toBe(20);
    expect(last.output_text).toBe(streamed);
    expect(last.output.map(({ type }) => type)).toEqual(["reasoning", "message"]);
    expect(called.output[0]).toMatchObject({ type: "function_call", name: "weather" });
  });

  await test.step("the official OpenAI client for Python does the same", async () => {
    const python = execFileSync("scripts/setup", ["python"], { cwd: root, encoding: "utf8" }).trim();
    const script = path.join(root, "clients/e2e/harness/openai_client.py");
    const names = [models.quick, models.tooled, models.embedding].map((name) => `fake/${name}`);
    const { stdout } = await promisify(execFile)(python, [script, ...names], {
      env: { ...process.env, OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: await makeKey(connected) },
    });

    expect(JSON.parse(stdout)).toEqual({
      listed: true,
      whole: "the quick brown",
      streamed: "the quick brown",
      tool: ["weather", { city: "Köln" }],
      answered: "12 degrees",
      responded: "the quick brown",
      response_events: true,
      embedded: [2, 2, 0],
      stranger: "AuthenticationError",
    });
  });

  await test.step("the official OpenAI client understands what goes wrong", async () => {
    const baseURL = `${server.url}/v1`;
    const stranger = new OpenAI({ baseURL, apiKey: "ens_nobody", maxRetries: 0 });
    const client = new OpenAI({ baseURL, apiKey: await makeKey(connected), maxRetries: 0 });
    const messages = [{ role: "user" as const, content: "Hello" }];

    await expect(stranger.models.list()).rejects.toBeInstanceOf(AuthenticationError);
    await expect(client.chat.completions.create({ model: "fake/none", messages })).rejects.toBeInstanceOf(
      NotFoundError,
    );
  });
});

const weather = {
  name: "weather",
  description: "The weather of a city.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
/** Image of one pixel. */
const picture = `data:image/png;base64,${PIXEL.toString("base64")}`;

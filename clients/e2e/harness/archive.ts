import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { call } from "./api.ts";
import { repository } from "./program.ts";
import { serverOf } from "./server-address.ts";

/** Returns a fixture of the server's own tests: archives of other products. */
export const archiveFixture = (name: string): Buffer =>
  readFileSync(join(repository, "server/features/portability/tests/fixtures", name));

/** Returns a text of the hostile corpus. */
export const hostileText = (name: string): string =>
  readFileSync(join(repository, "clients/e2e/corpus", `${name}.md`), "utf8");

interface Import {
  id: string;
  state: string;
}

/** Imports a small archive through the API. */
export async function importArchive(page: Page, bytes: Buffer): Promise<void> {
  const body = { name: "archive.json", size_bytes: bytes.length };
  const { id } = await call<Import>(page, "POST", "/api/portability/imports", body);
  const path = `/api/portability/imports/${id}`;
  const server = serverOf(page);
  const sent = await page.context().request.fetch(`${server}${path}/pieces/0`, {
    method: "PUT",
    headers: { origin: new URL(server).origin, "content-type": "application/octet-stream" },
    data: bytes,
  });
  expect(sent.ok()).toBe(true);
  const reach = (state: string) =>
    expect(async () => expect((await call<Import>(page, "GET", path)).state).toBe(state)).toPass();
  await call(page, "POST", `${path}/check`);
  await reach("checked");
  await call(page, "POST", `${path}/start`);
  await reach("done");
}

/**
 * Returns a LibreChat archive of a chat with one question and these answers in sequence. `others`: an earlier
 * answer on a branch of its own, by number. `questions`: question texts if they matter.
 */
export function chatArchive(
  title: string,
  answers: readonly string[],
  others: Readonly<Record<number, string>> = {},
  questions: readonly string[] = [],
): Buffer {
  const root = "00000000-0000-0000-0000-000000000000";
  const messages = answers.flatMap((text, index) => [
    {
      messageId: `q${index}`,
      parentMessageId: index === 0 ? root : `a${index - 1}`,
      isCreatedByUser: true,
      text: questions[index] ?? `Question ${index + 1}`,
      createdAt: new Date(1_750_000_000_000 + index * 2_000).toISOString(),
    },
    ...(others[index] === undefined
      ? []
      : [
          {
            messageId: `b${index}`,
            parentMessageId: `q${index}`,
            isCreatedByUser: false,
            model: "gpt-4o",
            text: others[index],
            createdAt: new Date(1_750_000_000_500 + index * 2_000).toISOString(),
          },
        ]),
    {
      messageId: `a${index}`,
      parentMessageId: `q${index}`,
      isCreatedByUser: false,
      model: "gpt-4o",
      text,
      createdAt: new Date(1_750_000_001_000 + index * 2_000).toISOString(),
    },
  ]);
  return Buffer.from(JSON.stringify({ conversationId: title, title, messages }));
}

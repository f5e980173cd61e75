import { expect, type Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { models } from "../harness/test.ts";

/** Text to rewrite in pictures: two languages, a number, an address and a quotation. */
export const LETTER = `We would like to take this opportunity to inform you that the meeting of the Harbour Society, which was originally scheduled for 3 May, has been moved to 14 May at 18:30.

As the chair put it, "the tide does not wait". A total of 1200 members have been notified via https://harbour.example/agm.

كتب الربّان في دفتره: عند المدّ تمرّ السفن بعمق ٤ أمتار، وعند الجزر لا يمرّ شيء.

It goes without saying that your attendance would be highly appreciated.`;

const SHORT = "We are writing to inform you that lunch is on 14 May.";

/**`member` is given credits, so that a price is seen. */
export async function setHumanizations(
  page: Page,
  member: Page,
): Promise<Record<"humanized" | "humanized-lost", string>> {
  const { me } = await call<{ me: { workspace_id: string } }>(member, "GET", "/api/accounts/session");
  await call(page, "POST", "/api/admin/grants", {
    id: uuidV7(),
    workspace_id: me.workspace_id,
    meter: "advanced_credit",
    amount: 500,
    ends_at: null,
    reason: "To try it",
  });
  await humanize(page, "يسرّنا إبلاغكم بأن الغداء سيكون يوم 14 مايو.", "formal", models.quick);
  return {
    "humanized-lost": await humanize(page, LETTER, "natural", models.letter),
    humanized: await humanize(page, SHORT, "plain", models.keeping),
  };
}

async function humanize(page: Page, text: string, tone: string, model: string): Promise<string> {
  const path = "/api/writing/humanizations";
  const { id } = await call<{ id: string }>(page, "POST", path, { text, tone, model: `fake/${model}` });
  const state = async () => (await call<{ state: string }>(page, "GET", `${path}/${id}`)).state;
  await expect.poll(state, { timeout: 30_000 }).toBe("completed");
  return `/bypass-ai/${id}`;
}

import { expect, type Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import type { FakeWeb } from "../harness/fake-web.ts";
import { models } from "../harness/test.ts";
import { ARABIC } from "./texts.ts";

const STORY =
  `The harbour of Porto was silted up for the third time when the council asked for a pilot who knew its sandbanks.

He came by land, with two boys and a chest of charts. None of the charts agreed. The lamp burns oil.

On the first evening he let the boys read the tide aloud from the mole, every quarter of an hour, until it was dark. It is lit at dusk.

كتب الربّان في دفتره: عند المدّ تمرّ السفن بعمق ٤ أمتار، وعند الجزر لا يمرّ شيء.

`.repeat(3);

/** Prepares memos of several types, one of them in the trash, and readings. */
export async function setNotes(
  page: Page,
  web: FakeWeb,
): Promise<Record<"memo-note" | "memo-arabic" | "reading" | "reading-video" | "reading-failed", string>> {
  const keep = async (memo: object) => {
    const id = uuidV7();
    await call(page, "POST", "/api/memos", { id, ...memo });
    return `/home/memo/${id}`;
  };
  const note = await keep({
    title: "Packing for Porto",
    body: "- [x] Passport\n- [ ] Charger, **both** cables\n- [ ] The [tide table](https://tide.example/porto)\n\n> Leave by six.",
    tags: ["Travel", "سفر"],
  });
  const arabic = await keep({ title: "ملاحظات عن الرحلة إلى بورتو (Porto)", body: ARABIC, tags: ["سفر"] });
  await keep({
    title: "Averylongtitlewithoutanyspaceinit_v2_final_final",
    body: "`npm run size`",
    tags: ["Work"],
  });
  await keep({
    kind: "highlight",
    title: "The lamp of the lighthouse",
    body: "Why oil, and not gas?",
    quote: "The lamp burns oil. It is lit at dusk.",
    source_url: `${web.url}/pages/lamp`,
    tags: ["Travel", "Reading list of the harbour club"],
  });
  await keep({
    kind: "chat",
    title: "Tides",
    body: "| Hour | Metres |\n| --- | --- |\n| 6 | 1.2 |\n| 12 | 3.4 |",
  });
  await keep({
    kind: "video",
    title: "",
    body: "A note that nobody gave a title, of one rather long line that goes on.",
  });
  const gone = await keep({ title: "An old list", body: "Milk" });
  await call(page, "DELETE", `/api/memos/${gone.split("/").pop()}`);

  const address = (name: string) => ({ type: "address", url: `${web.url}/pages/${name}` });
  return {
    "memo-note": note,
    "memo-arabic": arabic,
    reading: await read(page, { type: "text", title: "The pilot of Porto, 1821", text: STORY }),
    "reading-video": await read(page, address("talk")),
    "reading-failed": await read(page, address("gone")),
  };
}

async function read(page: Page, source: object): Promise<string> {
  const id = uuidV7();
  await call(page, "POST", "/api/reading/readings", { id, source, model: `fake/${models.citing}` });
  const state = async () => (await call<{ state: string }>(page, "GET", `/api/reading/readings/${id}`)).state;
  await expect.poll(state, { timeout: 30_000 }).toMatch(/complete|failed/);
  return `/home/read/${id}`;
}

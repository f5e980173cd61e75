import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { connect, mina, signUpMember } from "../harness/people.ts";
import { models } from "../harness/test.ts";
import { test } from "../harness/web-test.ts";
import { Camera, type Size } from "./camera.ts";
import {
  addPicture,
  read,
  search,
  setDocuments,
  setGiven,
  setMemory,
  setResearches,
  setWithoutModel,
} from "./knowledge-scenes.ts";
import { withWeb } from "./searches.ts";
import {
  citedShots,
  documentShots,
  memoryFull,
  memoryFullItems,
  memoryShots,
  memoShots,
  readingShots,
  researchShots,
  searchShots,
  withoutModel,
} from "./shots/knowledge.ts";
import { takeShots } from "./take-shots.ts";

/** Selects scenes; PICTURES_PART has no effect here, because `PICTURES_OF` decides what is prepared. */
const WANTED = process.env.KNOWLEDGE?.split(" ");
const isWanted = (what: string) => WANTED?.includes(what) ?? true;

/** Captures scenes of memos, searches, readings and memory that need time, a model or another window. */
for (const size of ["wide", "narrow"] as const satisfies Size[]) {
  test.describe(size, () => {
    test.use({ settings: { ENSEMBLE__PLANS__FREE__MEMORY_ITEMS: "2" } });

    test(`pictures of knowledge, ${size}`, async ({
      operator,
      server,
      browser,
      provider,
      web,
      anotherBrowser,
    }) => {
      test.setTimeout(1_800_000);
      const camera = new Camera(browser, size);
      const page = operator;
      const take = (shots: Parameters<typeof takeShots>[3]) =>
        takeShots(
          camera,
          server.url,
          page,
          shots.filter((shot) => (shot.size ?? size) === size),
        );
      const inEnglish = () => call(page, "PATCH", "/api/accounts/settings", { locale: "en" });

      const mute = await setWithoutModel(page, web);
      if (isWanted("mute")) await take(withoutModel(mute));
      await inEnglish();
      await connect(page, "Fake", provider.url);
      await page.reload();

      if (isWanted("documents")) {
        await take(documentShots(await setDocuments(page, web)));
        await inEnglish();
        await page.reload();
      }
      if (isWanted("memory")) {
        await take(memoryShots(await setMemory(page)));
        await inEnglish();
        await page.reload();
        const member = await signUpMember(page, mina, await anotherBrowser());
        for (const text of ["I like tea", "أحب القهوة"])
          await call(member, "POST", "/api/memory/items", { id: uuidV7(), text });
        await takeShots(camera, server.url, member, [memoryFull, memoryFullItems]);
      }
      if (isWanted("memos")) {
        const id = uuidV7();
        await call(page, "POST", "/api/memos", { id, title: "For Saturday", body: "Milk" });
        const picture = await addPicture(page, "harbour");
        await call(page, "POST", `/api/memos/${picture.split("/").pop()}/summary`, {
          model: `fake/${models.seeing}`,
        });
        await take(memoShots({ "memo-picture": picture, "memo-shared": `/home/memo/${id}` }));
        await inEnglish();
        await page.reload();
      }
      if (isWanted("citations")) {
        const given = await setGiven(page);
        const cited = await withWeb(page, async () => {
          const chat = new Chat(page);
          await chat.openNew();
          await chat.chooseModel(models.citing);
          await chat.ask("What does the lamp burn?");
          await chat.expectDone();
          return new URL(page.url()).pathname as `/${string}`;
        });
        await take(citedShots({ ...given, "web-cited": cited }));
        await inEnglish();
      }
      if (isWanted("reading")) {
        const pdf = "lamps.pdf";
        const printer = await page.context().newPage();
        await printer.setContent(
          "<p>The lamp burns oil. It is lit at dusk.</p><p style='break-before: page'>Boats sail at night.</p>",
        );
        web.add(pdf, "application/pdf", await printer.pdf({ format: "A4" }));
        await printer.close();
        const source = { type: "address", url: `${web.url}/pages/${pdf}` };
        await take(
          readingShots({ "reading-pdf": await read(page, source, { model: `fake/${models.citing}` }) }),
        );
        await inEnglish();
      }
      if (isWanted("research")) {
        await take(researchShots(await setResearches(page, web)));
        await inEnglish();
      }
      if (isWanted("search")) {
        const model = `fake/${models.citing}`;
        await call(page, "POST", "/api/memos", {
          id: uuidV7(),
          title: "The lamp",
          body: "The lamp burns oil, and is lit at dusk.",
        });
        const own = await search(page, "What does the lamp burn?", { source: "my_memo", model });
        web.found = [
          { url: `${web.url}/pages/coast`, title: "Towers on the coast", content: "Where towers stand" },
        ];
        const unfounded = await search(page, "Where do towers stand?", { model });
        await call(page, "PATCH", "/api/search/finders/searxng", { address: "http://127.0.0.1:9" });
        const failed = await search(page, "Is anybody there?", { model });
        await take(
          searchShots({ "search-my-memo": own, "search-not-found": unfounded, "search-failed": failed }),
        );
      }
      camera.expectNoFaults();
    });
  });
}

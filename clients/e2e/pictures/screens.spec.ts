import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { EVERYTHING } from "../harness/everything-server.ts";
import { FakeWeb } from "../harness/fake-web.ts";
import { mina, signUpMember } from "../harness/people.ts";
import { test as base } from "../harness/test.ts";
import { Camera, locales, looks, partOf, type Size } from "./camera.ts";
import { PROGRAM } from "./model-files.ts";
import { setScenes } from "./scenes.ts";
import { SHOTS, type Shot } from "./shots.ts";

const test = base.extend<{ web: FakeWeb }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  web: async ({}, use) => {
    const web = await FakeWeb.start();
    await use(web);
    await web.stop();
  },
  settings: { ENSEMBLE__MODEL_FILES__PROGRAM: PROGRAM },
  configure: async ({ web }, use) =>
    use(
      async () => `
[web_access]
allow_hosts = ["${web.host}"]

[[tools.servers]]
name = "bench"
command = "${process.execPath}"
args = ["${EVERYTHING}", "stdio"]
`,
    ),
});

for (const size of ["wide", "narrow"] as const satisfies Size[]) {
  test(`pictures of every screen, ${size}`, async ({ connected, server, browser, web, anotherBrowser }) => {
    test.setTimeout(3_600_000);
    const camera = new Camera(browser, size);
    const member = await signUpMember(connected, mina, await anotherBrowser());
    const scenes = await setScenes(connected, member, web);
    const addressOf = ({ at }: Shot) => (at.startsWith("/") ? at : scenes[at as keyof typeof scenes]);

    const people: [Shot["who"], Page | null][] = [
      [undefined, connected],
      ["member", member],
      ["nobody", null],
    ];
    for (const [who, known] of people)
      for (const locale of locales) {
        const own = looks.filter((look) => look.locale === locale);
        const wanted = ({ name }: Shot) => own.filter((look) => camera.wants(name, look));
        const shots = partOf(
          SHOTS.filter((shot) => shot.who === who && (shot.size ?? size) === size && wanted(shot).length > 0),
        );
        const [look] = shots.flatMap(wanted);
        if (!look) continue;
        if (known) await call(known, "PATCH", "/api/accounts/settings", look);
        // Who is not known has the language by address.
        const start = server.url + (known || locale === "en" ? "" : `/${locale}`);
        const still = await camera.browserOf(known, look);
        for (const shot of shots) {
          // What is typed and chosen must not be seen on the next picture.
          const context = shot.open ? await camera.browserOf(known, look) : still;
          await camera.take(context, { ...shot, looks: wanted(shot), address: start + addressOf(shot) });
          if (context !== still) await context.close();
        }
        await still.close();
      }
    camera.expectNoFaults();
  });
}

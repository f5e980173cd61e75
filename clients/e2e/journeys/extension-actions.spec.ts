import { call } from "../harness/api.ts";
import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const page = textsOf("page");

interface Action {
  id: string;
  name: string;
}

// Issue: "quick actions of spec: name, icon, prompt, behaviour, scene; 6 pinned"
// spec §9: "Pinned quick actions 6."
test("quick actions stand over marked text as their person made them", async ({ connected, server }) => {
  await chooseDefaultModel(connected, models.echo);
  const fields = {
    icon: "scale",
    public: false,
    description: "",
    category: "other",
    language: null,
  } as const;
  const make = (action: object) =>
    call<Action>(connected, "POST", "/api/prompts/actions", { ...fields, ...action });
  const before = await call<{ items: Action[] }>(connected, "GET", "/api/prompts/actions");
  const fill = { behavior: "fill", scene: "any", prompt: "Weigh this up for", pinned: true };
  await make({ ...fill, name: "Weigh up" });
  for (const { id } of before.items) await call(connected, "DELETE", `/api/prompts/actions/${id}`);
  for (const number of [1, 2, 3, 4, 5])
    await make({
      name: `Pinned ${number}`,
      prompt: "Say it.",
      behavior: "send",
      scene: "answer",
      pinned: true,
    });
  await make({
    name: "Not pinned",
    prompt: "Say it plainly.",
    behavior: "send",
    scene: "any",
    pinned: false,
  });
  await make({
    name: "Of the composer",
    prompt: "Say it.",
    behavior: "send",
    scene: "composer",
    pinned: false,
  });

  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(
    `<!doctype html><html lang="en"><title>Arden</title><p id="story">The lamp burns oil.</p><p style="height:600px"></p>`,
  );
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.runInPages(panel);
    const { tab, layers } = await browser.openTab(site.url, { width: 1000, height: 700 });
    await layers.waitFor("Ensemble");
    const mark = () => tab.locator("#story").click({ clickCount: 3 });

    // Six in a row; the others behind "More"; those of the composer not at all.
    await mark();
    const first = await layers.waitFor("Weigh up");
    for (const number of [1, 2, 3, 4, 5])
      expect((await layers.waitFor(`Pinned ${number}`)).y, `Pinned ${number}`).toBe(first.y);
    expect(await layers.find("Not pinned")).toBeNull();
    await layers.press(page("more"));
    await layers.waitFor("Not pinned");
    expect(await layers.find("Of the composer")).toBeNull();

    // One that fills the field waits for what is added; one that sends asks at once.
    await tab.keyboard.press("Escape");
    await mark();
    await layers.press("Weigh up");
    await layers.waitFor(page("send"));
    await layers.type(" a sailor");
    await layers.press(page("send"));
    await layers.press(page("receipt_send"));
    await layers.waitFor(page("continue"));
    await expect.poll(() => layers.text()).toContain("Weigh this up for a sailor");
    await layers.press(page("close"));
    await mark();
    await layers.press(page("more"));
    await layers.press("Not pinned");
    await layers.waitFor(page("continue"));
    await expect.poll(() => layers.text()).toContain("Say it plainly.");
    await layers.press(page("close"));

    // The avatar is dragged to where it does not disturb, and stays there.
    await layers.press("Ensemble");
    await layers.waitFor(page("open_panel"));
    await tab.keyboard.press("Escape");
    const avatar = await layers.waitFor("Ensemble");
    const [x, y] = [avatar.x + avatar.width / 2, avatar.y + avatar.height / 2];
    await tab.mouse.move(x, y);
    await tab.mouse.down();
    for (const part of [0.2, 0.5, 1]) await tab.mouse.move(x - 700 * part, y - 200 * part);
    await tab.mouse.up();
    const moved = await layers.waitFor("Ensemble");
    expect(moved.x).toBeLessThan(100);
    expect(moved.y).toBeLessThan(avatar.y - 100);
    await tab.reload();
    await expect.poll(async () => (await layers.find("Ensemble"))?.x).toBe(moved.x);
    expect((await layers.waitFor("Ensemble")).y).toBe(moved.y);
  } finally {
    await browser.stop();
    site.stop();
  }
});

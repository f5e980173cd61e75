import type { Page } from "@playwright/test";
import { Chat } from "../harness/chat.ts";
import { button, question, setEngine, sources, submit, text } from "../harness/search.ts";
import { expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { test } from "../harness/web-test.ts";

const chatText = textsOf("chat");
const problemText = textsOf("problems");

async function search(page: Page, words: string): Promise<void> {
  await question(page).fill(words);
  await submit(page);
  await expect(page).toHaveURL(/\/home\/search\/[0-9a-f-]{36}$/);
}

async function choose(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: text(list), exact: true }).click();
  await page.getByRole("option", { name: text(option), exact: true }).click();
}

// spec §1: "AI search with web access": limited to sites, and without some.
// spec §3: "Search: … domain filter"
test("a search keeps to the sites that were named, and says of what is no site that it is none", async ({
  operator: page,
  web,
}) => {
  await setEngine(page, web);
  web.found = [
    { title: "Within", url: "https://a.example.org/lamp", content: "The lamp burns oil." },
    { title: "Left out", url: "https://bad.example.org/lamp", content: "The lamp burns oil." },
    { title: "Elsewhere", url: "https://example.com/lamp", content: "The lamp burns oil." },
  ];
  await page.goto(new URL("/home/search", page.url()).href);
  await choose(page, "effort", "efforts.quick");
  await button(page, "sites").click();
  await page.getByLabel(text("only_sites"), { exact: true }).fill("not a.site!");
  await page.keyboard.press("Escape");
  await question(page).fill("What does the lamp burn?");
  await submit(page);
  await expect(page.getByText(problemText("search.domain_invalid"))).toBeVisible();
  await expect(page).toHaveURL(/\/home\/search$/);
  expect(web.asked).toEqual([]);

  await page.getByRole("button", { name: text("sites_count_other", { count: 2 }), exact: true }).click();
  await page.getByLabel(text("only_sites"), { exact: true }).fill("https://example.org/anything");
  await page.getByLabel(text("never_sites"), { exact: true }).fill("bad.example.org");
  await page.keyboard.press("Escape");
  await search(page, "What does the lamp burn?");
  await expect(sources(page).getByRole("listitem")).toHaveCount(1);
  await expect(sources(page)).toContainText("Within");
  expect(web.asked).toEqual(["What does the lamp burn? site:example.org -site:bad.example.org"]);

  // They stand with the search that they were set for.
  await page.reload();
  await page.getByRole("button", { name: text("sites_count_other", { count: 2 }), exact: true }).click();
  await expect(page.getByLabel(text("only_sites"), { exact: true })).toHaveValue("example.org");
  await expect(page.getByLabel(text("never_sites"), { exact: true })).toHaveValue("bad.example.org");

  // Where none of them has anything, nothing of others is taken; and without one, the others are.
  web.found = null;
  await page.getByLabel(text("only_sites"), { exact: true }).fill("elsewhere.example");
  await page.getByLabel(text("never_sites"), { exact: true }).fill("");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: text("sites_count_one", { count: 1 }) })).toBeVisible();
  await search(page, "What does the lamp burn?");
  await expect(page.getByText(text("nothing_found"), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: text("sites_count_one", { count: 1 }) }).click();
  await page.getByLabel(text("only_sites"), { exact: true }).fill("");
  await page.getByLabel(text("never_sites"), { exact: true }).fill("elsewhere.example");
  await page.keyboard.press("Escape");
  await search(page, "What does the lamp burn?");
  await expect(sources(page).getByRole("listitem").first()).toContainText("The lamp of the lighthouse");
});

test("the effort decides how many pages are read, and a site is left out, restored and put first", async ({
  operator: page,
  web,
}) => {
  test.setTimeout(120_000);
  await test.step("quick reads no page, balanced reads four, thorough reads eight, and the last choice is kept", async () => {
    await setEngine(page, web);
    const names = Array.from({ length: 10 }, (_, at) => `page-${at}`);
    for (const name of names)
      web.add(name, "text/html", `<main><p>The lamp of ${name} burns oil.</p></main>`);
    web.found = names.map((name) => ({
      title: name,
      url: `${web.url}/pages/${name}`,
      content: "The lamp burns oil.",
    }));
    await page.goto(new URL("/home/search", page.url()).href);
    const read = page.getByRole("button", {
      name: new RegExp(`^${text("as_read_of", { title: "page-" }).slice(0, 6)}`),
    });
    for (const [effort, pages] of [
      ["quick", 0],
      ["balanced", 4],
      ["thorough", 8],
    ] as const) {
      web.fetched.length = 0;
      await choose(page, "effort", `efforts.${effort}`);
      await search(page, `What does the lamp burn? (${effort})`);
      await expect(page.getByText(text("picked"))).toBeVisible();
      await expect(read).toHaveCount(pages);
      expect(web.fetched.length).toBe(pages);
      await page.goto(new URL("/home/search", page.url()).href);
      await expect(page.getByRole("combobox", { name: text("effort"), exact: true })).toContainText(
        text(`efforts.${effort}`),
      );
    }
  });

  await test.step("a site is left out of all that is found from now on, is taken back, and comes first", async () => {
    await setEngine(page, web);
    const found = (name: string) => ({
      title: name,
      url: `https://${name}/page`,
      content: "The lamp burns oil.",
    });
    web.found = ["one.example.org", "two.example.com"].map(found);
    await page.goto(new URL("/home/search", page.url()).href);
    await choose(page, "effort", "efforts.quick");
    const titles = sources(page).getByRole("heading", { level: 3 });
    const site = "two.example.com";
    // The one before shows the same until it is another.
    const find = async (words: string) => {
      await search(page, words);
      await expect(page).toHaveTitle(new RegExp(`^${words}`));
    };
    const kept = () => page.waitForResponse((response) => response.url().endsWith("/api/search/sites"));
    const put = async (place: string) => {
      await button(page, "site_options", { site }).click();
      const saved = kept();
      await page.getByRole("menuitemradio", { name: text(`site_places.${place}`), exact: true }).click();
      await saved;
      await page.keyboard.press("Escape");
    };
    await find("What does the lamp burn");
    await expect(titles).toHaveText([/one\.example\.org$/, /two\.example\.com$/]);
    await put("never");
    await expect(page.getByText(text("site_places_said.never", { site }))).toBeVisible();
    const back = kept();
    await button(page, "undo").click();
    await back;
    await find("What does a lamp burn");
    await expect(titles).toHaveText([/one\.example\.org$/, /two\.example\.com$/]);
    await put("never");
    await find("What do lamps burn");
    await expect(titles).toHaveText([/one\.example\.org$/]);

    // What is left out is named beside the sites of a search, and comes back from there.
    await button(page, "sites").click();
    const left = page.getByRole("region", { name: text("site_lists.never"), exact: true });
    await left.getByRole("button", { name: text("remove_name", { name: site }), exact: true }).click();
    await expect(left).toHaveCount(0);
    await page.keyboard.press("Escape");
    await find("What did the lamp burn");
    await expect(titles).toHaveText([/one\.example\.org$/, /two\.example\.com$/]);
    await put("first");
    await find("What did lamps burn");
    await expect(titles).toHaveText([/two\.example\.com$/, /one\.example\.org$/]);
  });
});

// spec §3: "Action trigger modes: always, manually, dependsOnQuota, questionMark, auto."
// spec §6: "Free users can only trigger smart search manually"
test("a chat searches the web as its person set it: unasked, for questions, or by hand without a plan", async ({
  connected,
  web,
  member: page,
}) => {
  test.setTimeout(120_000);
  await test.step("in a chat the web is searched as its person set it: unasked, for questions, or by hand", async () => {
    const page = connected;
    await setEngine(page, web);
    const chat = new Chat(page);
    await chat.openNew();
    await chat.chooseModel(models.citing);
    const ask = async (words: string, asked: number) => {
      const before = await chat.answers.count();
      await chat.ask(words);
      await expect(chat.answers).toHaveCount(before + 1);
      await chat.expectDone();
      expect(web.asked.length, words).toBe(asked);
      await expect(chat.answer.getByRole("list", { name: chatText("sources"), exact: true })).toHaveCount(
        asked > 0 && words.includes("lamp") ? 1 : 0,
      );
    };
    const set = async (trigger: string) => {
      await page.getByRole("button", { name: new RegExp(`^${text("web_in_chat")}`) }).click();
      await page.getByRole("combobox", { name: text("unasked"), exact: true }).click();
      await page.getByRole("option", { name: text(`triggers.${trigger}`), exact: true }).click();
      await page.keyboard.press("Escape");
    };
    await ask("What does the lamp burn?", 0);
    await set("questionMark");
    await expect(button(page, "web_in_chat_on")).toBeVisible();
    await ask("Tell me of the tower.", 0);
    await ask("What does the lamp burn?", 1);
    await set("always");
    await ask("Tell me of the lamp.", 2);
    await set("dependsOnQuota");
    await ask("Tell me more of the lamp.", 3);
    await set("manually");
    await expect(button(page, "web_in_chat")).toBeVisible();
    await ask("What does it burn?", 3);
  });

  await test.step("who pays nothing is told what searching unasked needs, and searches by hand", async () => {
    await setEngine(connected, web);
    const chat = new Chat(page);
    await chat.openNew();
    await chat.chooseModel(models.citing);
    const before = web.asked.length;
    await button(page, "web_in_chat").click();
    await page.getByRole("combobox", { name: text("unasked"), exact: true }).click();
    await page.getByRole("option", { name: text("triggers.always"), exact: true }).click();
    await expect(page.getByText(problemText("entitlements.upgrade_to_unlock")).first()).toBeVisible();
    await page.getByRole("switch", { name: text("search_for_answers") }).click();
    await page.keyboard.press("Escape");
    await chat.ask("What does the lamp burn?");
    await expect(chat.answer.getByRole("list", { name: chatText("sources"), exact: true })).toBeVisible();
    expect(web.asked.length).toBe(before + 1);
  });
});

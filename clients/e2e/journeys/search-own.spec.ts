import type { Page } from "@playwright/test";
import { feed } from "../harness/made-files.ts";
import { button, leaveOut, question, sources, submit, text } from "../harness/search.ts";
import { expect } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { test } from "../harness/web-test.ts";

const problemText = textsOf("problems");

const field = (page: Page, key: string) => page.getByRole("dialog").getByLabel(text(key), { exact: true });

test("the operator describes a search engine, and news are searched in everybody's and one's own feeds", async ({
  operator,
  web,
  member: page,
}) => {
  test.setTimeout(120_000);
  await test.step("the operator describes a search engine, is told what is wrong with it, and has it asked first", async () => {
    const page = operator;
    const origin = new URL(page.url()).origin;
    const answer = JSON.stringify({ hits: [{ id: 7, name: "The lamp of the intranet", day: "2026-05-01" }] });
    for (const query of ["weather", "lamp"]) web.add(`find?q=${query}`, "application/json", answer);
    await page.goto(`${origin}/settings/search`);
    await button(page, "own.add").click();
    await field(page, "own.name").fill("Intranet");
    await field(page, "address").fill(`${web.url}/pages/find`);
    await button(page, "save").click();
    await expect(page.getByRole("dialog")).toContainText(text("own.wrong.url"));
    await field(page, "address").fill(`${web.url}/pages/find?q={query}`);
    await field(page, "own.headers").fill("X-Token: Bearer {key}");
    await field(page, "key").fill("intranet-secret");
    await field(page, "own.items").fill("/results");
    await field(page, "own.title").fill("/name");
    await field(page, "own.link").fill("https://intranet.example.org/{/id}");
    await button(page, "save").click();

    const row = page.getByRole("article", { name: "Intranet", exact: true });
    await expect(row).toContainText(text("ready"));
    await button(page, "test_name", { name: "Intranet" }).click();
    await expect(row).toContainText(text("test_troubles.no_list"));
    await expect(row.locator("code")).toContainText('{"hits":[{');
    await button(page, "set_up_name", { name: "Intranet" }).click();
    await expect(field(page, "key")).toHaveValue("");
    await expect(field(page, "key_remove")).not.toBeChecked();
    await field(page, "own.items").fill("/hits");
    await button(page, "save").click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await button(page, "test_name", { name: "Intranet" }).click();
    await expect(row).toContainText("The lamp of the intranet");

    // It stands last, and moves up.
    const names = page.getByRole("article");
    await expect(names.last()).toHaveAccessibleName("Intranet");
    await button(page, "move_up_name", { name: "Intranet" }).click();
    await expect(names.last()).not.toHaveAccessibleName("Intranet");
    await page.reload();
    await expect(names.last()).not.toHaveAccessibleName("Intranet");

    await leaveOut(page, ["wikipedia"]);
    await page.goto(`${origin}/home/search?q=lamp`);
    await submit(page);
    await expect(sources(page).getByRole("link", { name: "The lamp of the intranet" })).toHaveAttribute(
      "href",
      "https://intranet.example.org/7",
    );

    await page.goto(`${origin}/settings/search`);
    await button(page, "remove_name", { name: "Intranet" }).click();
    await button(page, "own.remove").click();
    await expect(row).toHaveCount(0);
  });

  await test.step("news are searched in feeds of everybody and in one's own, added one by one and by a list", async () => {
    const origin = new URL(operator.url()).origin;
    await leaveOut(operator, ["news_feeds", "gdelt"]);
    web.add("sea.xml", "application/rss+xml", feed("The Sea", "Storms and tides"));
    web.add("coast.xml", "application/rss+xml", feed("The Coast", "High tides expected"));
    web.add("page.html", "text/html", "<p>No feed</p>");
    await operator.goto(`${origin}/settings/search`);
    const address = (of: Page) => of.getByLabel(text("feeds.address"), { exact: true });
    await address(operator).fill(`${web.url}/pages/page.html`);
    await button(operator, "feeds.add").click();
    await expect(operator.getByText(problemText("search.no_feed"))).toBeVisible();
    await address(operator).fill(`${web.url}/pages/sea.xml`);
    await button(operator, "feeds.add").click();
    await expect(button(operator, "remove_name", { name: "The Sea" })).toBeVisible();

    await page.goto(`${origin}/home/search`);
    await page.getByRole("radio", { name: text("sources.news") }).check();
    await button(page, "feeds.own").click();
    const dialog = page.getByRole("dialog", { name: text("feeds.own") });
    await expect(dialog).toContainText(text("feeds.none"));
    const opml = `<opml version="2.0"><body><outline text="Coast" xmlUrl="${web.url}/pages/coast.xml"/>
    <outline xmlUrl="file:///etc/passwd"/></body></opml>`;
    await page
      .getByTestId("feeds-own")
      .setInputFiles({ name: "feeds.opml", mimeType: "text/x-opml", buffer: Buffer.from(opml) });
    await expect(dialog).toContainText(text("feeds.added_one", { count: 1 }));
    await expect(dialog).toContainText(text("feeds.refused_one", { count: 1 }));
    await expect(dialog).toContainText(text("feeds.unread"));
    await page.keyboard.press("Escape");

    await question(page).fill("tides");
    await submit(page);
    await expect(sources(page).getByRole("listitem")).toHaveCount(2);
    await expect(sources(page)).toContainText("High tides expected");
    await expect(sources(page)).toContainText("Storms and tides");
    await expect(page.getByRole("list", { name: text("engines") })).toContainText("RSS");

    await button(page, "feeds.own").click();
    const remove = dialog.getByRole("button", { name: text("remove_name", { name: "Coast" }), exact: true });
    await remove.click();
    await expect(dialog).toContainText(text("feeds.none"));
    await expect(page.getByText(text("feeds.removed", { name: "Coast" }))).toBeVisible();
    await button(page, "undo").click();
    await expect(remove).toBeVisible();
    await expect(dialog).toContainText(text("feeds.read_one", { count: 1, when: "" }).trim());
  });
});

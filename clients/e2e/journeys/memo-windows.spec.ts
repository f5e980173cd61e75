import type { Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { body, expectKept, keep, open, text, title } from "../harness/memos.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const frameText = textsOf("frame");

/** Returns the link to the rest of the product. */
const rail = (page: Page) => page.getByRole("link", { name: frameText("memo"), exact: true });
const all = async (page: Page) =>
  (await call<{ items: { id: string; title: string }[] }>(page, "GET", "/api/memos")).items;

// spec §2: "/webapp/memo/detail (new and webview variants)"
test("a memo has addresses among the webviews: beside the list, new, and alone", async ({
  operator: page,
}) => {
  await test.step("a memo has an address among the webviews, and a new one is kept with its first word", async () => {
    const id = await keep(page, { title: "Tides", body: "High water is at noon." });
    await open(page, `/webapp/memo/detail?memo_id=${id}`);
    await expect(title(page)).toHaveValue("Tides");
    await expect(rail(page).first()).toBeVisible();

    await open(page, "/webapp/memo/detail/new");
    await expect(title(page)).toHaveValue("");
    await expect(page).toHaveURL(/\/webapp\/memo\/detail\/new\?memo_id=[0-9a-f-]{36}/);
    expect(await all(page)).toHaveLength(1);
    await body(page).fill("Low water is at six.");
    await expectKept(page);
    expect(await all(page)).toHaveLength(2);
    await title(page).fill("Ebb");
    await expectKept(page);
    await page.reload();
    await expect(title(page)).toHaveValue("Ebb");
    await expect(body(page)).toHaveText("Low water is at six.");
    // By now it is a memo as any other.
    await expect(page.getByRole("combobox", { name: text("type"), exact: true })).toBeVisible();
  });

  await test.step("in a webview a memo is alone, and what it leads to stays in it", async () => {
    const moon = await keep(page, { title: "Moon", body: "It pulls the sea." });
    const tide = await keep(page, {
      kind: "reading",
      title: "Tides",
      body: `See [the moon](/home/memo/${moon}).`,
    });
    await open(page, `/webapp/memo/detail/webview?memo_id=${tide}`);
    await expect(title(page)).toHaveValue("Tides");
    await expect(rail(page)).toHaveCount(0);
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await page.getByRole("article").getByRole("link", { name: "the moon", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/webapp/memo/detail/webview\\?memo_id=${moon}`));
    await expect(title(page)).toHaveValue("Moon");
    await expect(rail(page)).toHaveCount(0);
    await title(page).fill("Our moon");
    await expectKept(page);
    // What is deleted leaves an empty sheet, and can be brought back.
    await page.getByRole("button", { name: text("delete"), exact: true }).click();
    await expect(title(page)).toHaveValue("");
    await page.getByRole("button", { name: text("undo"), exact: true }).click();
    await expect
      .poll(async () => (await all(page)).map((memo) => memo.title).sort())
      .toEqual(["Ebb", "Our moon", "Tides", "Tides"]);

    await open(page, `/webapp/memo/detail/webview?memo_id=${uuidV7()}`);
    await expect(page.getByRole("alert")).toBeVisible();
  });
});

// spec §2: "/webapp/editor"
test("the editor has the words of a note only, and keeps what is typed while the server is away", async ({
  operator: page,
}) => {
  await test.step("the editor has the words of a note and nothing else", async () => {
    await open(page, "/webapp/editor");
    await body(page).fill("High water is at noon.");
    await expectKept(page);
    await title(page).fill("Tides");
    await expectKept(page);
    for (const control of [
      rail(page),
      page.getByRole("combobox", { name: text("add_tag"), exact: true }),
      page.getByRole("button", { name: text("delete"), exact: true }),
    ])
      await expect(control).toHaveCount(0);
    const [memo] = await all(page);
    expect(memo?.title).toBe("Tides");
    await open(page, `/webapp/editor?memo_id=${memo?.id}`);
    await expect(body(page)).toHaveText("High water is at noon.");
  });

  await test.step("what is typed into a new note while the server is away is kept when it is back", async () => {
    await open(page, "/webapp/editor");
    await expect(title(page)).toBeVisible();
    await page.route("**/api/memos", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await body(page).fill("Typed at sea");
    await expect(page.getByText(text("states.failed"), { exact: true })).toBeVisible();
    await page.reload();
    await expect(body(page)).toHaveText("Typed at sea");
    await page.unroute("**/api/memos");
    await page.reload();
    await expectKept(page);
    await expect.poll(async () => (await all(page)).length).toBe(2);
  });
});

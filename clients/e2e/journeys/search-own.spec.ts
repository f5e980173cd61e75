import type { Page } from "@playwright/test";
import { button, leaveOut, sources, submit, text } from "../harness/search.ts";
import { expect } from "../harness/test.ts";
import { visit } from "../harness/visit.ts";
import { test } from "../harness/web-test.ts";

const field = (page: Page, key: string) => page.getByRole("dialog").getByLabel(text(key), { exact: true });

test("the operator describes a search engine, is told what is wrong with it, and has it asked first", async ({
  operator: page,
  web,
}) => {
  const origin = new URL(page.url()).origin;
  const answer = JSON.stringify({ hits: [{ id: 7, name: "The lamp of the intranet", day: "2026-05-01" }] });
  for (const query of ["weather", "lamp"]) web.add(`find?q=${query}`, "application/json", answer);
  await visit(page, `${origin}/settings/search`);
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
  await visit(page, `${origin}/home/search?q=lamp`);
  await submit(page);
  await expect(sources(page).getByRole("link", { name: "The lamp of the intranet" })).toHaveAttribute(
    "href",
    "https://intranet.example.org/7",
  );

  await visit(page, `${origin}/settings/search`);
  await button(page, "remove_name", { name: "Intranet" }).click();
  await button(page, "own.remove").click();
  await expect(row).toHaveCount(0);
});

import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { layoutFaults } from "../harness/layout.ts";
import { screenGroups } from "../harness/screens.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const frame = textsOf("frame");
const text = textsOf("chat");

test("on a phone one asks, goes back to the list, and opens another page", async ({ connected }) => {
  const chat = new Chat(connected);
  await chat.openNew();
  await chat.chooseModel(models.quick);
  await chat.field.fill("On the way");
  await connected.getByRole("button", { name: text("send"), exact: true }).tap();
  await chat.expectDone();
  await expect(chat.answer).toContainText("the quick brown");

  await connected.getByRole("link", { name: text("conversations") }).tap();
  // Its model may have named it by now.
  await chat.list.getByRole("listitem").getByRole("link").tap();
  await expect(chat.answer).toContainText("the quick brown");

  await connected.getByRole("link", { name: text("conversations") }).tap();
  await connected
    .getByRole("link", { name: frame("settings") })
    .last()
    .tap();
  await connected.getByRole("link", { name: frame("panel.general") }).tap();
  await expect(connected).toHaveURL(/settings\/general/);
});

test("on a phone nothing is wider than the screen, cut off or too small to be hit", async ({
  connected,
  server,
}) => {
  const faults: string[] = [];
  for (const locale of ["en", "ar"]) {
    await call(connected, "PATCH", "/api/accounts/settings", { locale });
    await connected.reload();
    const shown = screenGroups.filter(({ phone }) => phone === locale);
    for (const path of shown.flatMap(({ paths }) => paths)) {
      await visit(connected, server.url + path);
      await expect(connected.locator("main:visible").first()).not.toBeEmpty();
      await expect(connected.locator("[aria-busy=true]")).toHaveCount(0);
      faults.push(...(await layoutFaults(connected)).map((fault) => `${path}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});

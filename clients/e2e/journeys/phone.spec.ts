import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { expectSoundScreens } from "../harness/layout.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

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

for (const locale of ["en", "ar"] as const)
  test(`on a phone nothing is wider than the screen, cut off or too small to be hit: ${locale}`, async ({
    connected,
    server,
  }) => {
    test.slow();
    await call(connected, "PATCH", "/api/accounts/settings", { locale });
    await connected.reload();
    await expectSoundScreens(connected, server.url);
  });

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { expectNoBarriers, lookAt } from "../harness/barriers.ts";
import { addPdf, button, printedPdf, shownPage } from "../harness/library.ts";
import { mina, signUpMember } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { changeOffer, promote } from "../harness/promotions.ts";
import { buyPro } from "../harness/purchases.ts";
import { AUTHORIZE, CONNECT_APP, outside, screens } from "../harness/screens.ts";
import { askToJoin, makeTeam, takeIn, workIn } from "../harness/teams.ts";
import { expect } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";
import { test } from "../harness/web-test.ts";
import { setNotes } from "../pictures/notes.ts";
import { setSearches } from "../pictures/searches.ts";

/** Pages that need data or another person; the journey replaces `$`. */
const THINGS = [
  "/bots/$uid",
  "/bots/$uid/edit",
  "/home/memo/$uid",
  "/home/read/$uid",
  "/home/search/$uid",
  "/webapp/doc-print",
  "/webapp/memo/detail",
  "/webapp/memo/detail/new",
  "/webapp/memo/detail/webview",
  "/webapp/editor",
  "/s/$shareId",
];
const MONEY = [
  "/reward",
  "/affiliate",
  "/onboarding-pay",
  "/paid-landing",
  "/education-pricing",
  "/backtoschool",
  "/free-trial",
];
const LANDINGS = ["/$inviteCode", "/invitation-affiliate-landing"];
const TEAM = ["/team", "/team/members", "/team/usage", "/team/billing", "/team/settings", "/team/invitation"];
/** Other addresses of checked pages: the same component. */
const ALIASES = [
  "/",
  "/membership",
  "/invitation",
  "/invitation-affiliate",
  "/invitation-landing",
  "/share/$kind",
  "/price",
  "/bots/explore",
  "/tools/make-it-more",
  "/powerup",
];
/** Checked in `access.spec.ts`, after a conversation. */
const CONVERSATION = "/home/chat/$name/$uid";
/** Checked in `image-editor.spec.ts`. */
const EDITOR = "/home/image/edit/$uid";
/** Checked in the journeys of their areas. */
const AREAS = [
  "/ai-agent/$name/$uid",
  "/ai-agent/task/$uid",
  "/artifacts/$uid",
  "/share/artifact/preview",
  "/powerup-ai/$uid",
  "/powerup-ai/$uid/edit",
  "/templates/$uid/edit",
  "/templates/documents/$uid",
  "/powerup/ai-web-tool/share",
];

/** Opens each address and checks it. An address that is refused or redirects is an error. */
async function lookThrough(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const url = new URL(address, page.url());
    await lookAt(page, url.href);
    await expect(page).toHaveURL((now) => now.pathname === url.pathname);
  }
}

const inArabic = (page: Page) =>
  call(page, "PATCH", "/api/accounts/settings", { theme: "auto", locale: "ar" });

test("no page is left out of those that are looked at", async () => {
  const areas = globSync("clients/features/*/{area,panel-area}.ts", { cwd: repository });
  const sources = ["clients/web/src/routes.tsx", ...areas].map((file) =>
    readFileSync(join(repository, file), "utf8"),
  );
  const declared = /(?:\b(?:route|firstRoute|ownPage)\(\s*|path: |redirects: \{ )"(\/[^"]*)"/g;
  const paths = [...sources.join("\n").matchAll(declared)].map(([, path]) =>
    (path as string).replace(/(?:\/\{-\$\w+\})+$/, ""),
  );
  expect(paths.length).toBeGreaterThan(80);
  const elsewhere = [...Object.values(screens), ...Object.values(outside), AUTHORIZE, CONNECT_APP];
  const seen = new Set([
    ...elsewhere.map((address) => address.split("?")[0]),
    ...[
      ...THINGS,
      ...MONEY,
      ...LANDINGS,
      ...TEAM,
      ...ALIASES,
      ...AREAS,
      CONVERSATION,
      EDITOR,
      "/settings/affiliates",
    ],
  ]);
  expect(paths.filter((path) => !seen.has(path))).toEqual([]);
});

test("what was made has no barrier that can be found automatically", async ({ connected, web }) => {
  const { id } = await call<{ id: string }>(connected, "POST", "/api/bots", {
    name: "Harbour pilot",
    description: "Knows every sandbank.",
    welcome: "Which port are you bound for?",
    prompt: "Answer as a harbour pilot.",
    accessibility: "public",
    published: true,
  });
  const shared = await call<{ url: string }>(connected, "POST", "/api/sharing/shares", {
    kind: "bot",
    subject_id: id,
    options: { copyable: true },
    expires_in_days: null,
  });
  const notes = await setNotes(connected, web);
  const searches = await setSearches(connected, web);
  await lookThrough(connected, [
    `/bots/${id}`,
    `/bots/${id}/edit`,
    notes["memo-note"],
    "/webapp/memo/detail/new",
    ...["/webapp/memo/detail", "/webapp/memo/detail/webview", "/webapp/editor"].map(
      (path) => `${path}?memo_id=${notes["memo-note"].split("/").pop()}`,
    ),
    notes.reading,
    searches["search-answered"],
    searches["search-nothing"],
    new URL(shared.url).pathname,
    AUTHORIZE,
    CONNECT_APP,
  ]);

  await visit(connected, new URL("/webapp/doc-chat", connected.url()).href);
  await addPdf(connected, "lease.pdf", await printedPdf(connected, 2));
  await expect(shownPage(connected, 1).locator(".pdf-text")).toContainText("The rent");
  await expectNoBarriers(connected, "a PDF");
  await button(connected, "chat_options").click();
  await connected.getByRole("menuitem", { name: textsOf("library")("print_highlights") }).click();
  await expect(connected.getByRole("article").getByRole("heading", { level: 1 })).toBeVisible();
  await expectNoBarriers(connected, "a PDF on paper");
});

test("a team has no barrier that can be found automatically", async ({ operator, anotherBrowser }) => {
  const admin = await signUpMember(operator, mina, await anotherBrowser());
  const team = await makeTeam(operator, admin, "The harbour lamps", 3);
  const ben = { name: "Ben Berg", email: "ben@example.com", password: "broad blue harbour" };
  const member = await askToJoin(operator, ben, team, await anotherBrowser());
  await takeIn(admin, member, ben, team);
  await inArabic(admin);
  await lookThrough(admin, TEAM.slice(0, 5));
  await workIn(member, null);
  await lookThrough(member, [`/team/invitation?c=${team.code}`]);
});

test.describe("with an affiliate program", () => {
  test.use({ settings: { ENSEMBLE__PAYMENTS__AFFILIATES__ENABLED: "true" } });

  test("what is paid, given and shared has no barrier that can be found automatically", async ({
    operator,
    server,
    anotherBrowser,
  }) => {
    const education = { on: true, percent_off: 40, days: 365, domains: [".edu", ".edu.*", ".ac.*"] };
    await changeOffer(operator, () => ({ education }));
    await promote(operator);
    const member = await signUpMember(operator, mina, await anotherBrowser());
    await lookThrough(member, ["/onboarding-pay", "/free-trial", "/backtoschool", "/affiliate"]);
    await inArabic(member);
    const bought = await buyPro(member, operator);
    await lookThrough(member, [
      "/reward",
      "/education-pricing",
      `/paid-landing?order=${bought}`,
      "/credits",
      "/billing",
    ]);
    await call(operator, "POST", `/api/billing/all-orders/${bought}/refund`, {});
    await lookThrough(member, [`/checkout?order=${bought}`]);
    const said = { about: "A newsletter for translators, once a week.", payout_to: "IBAN XX00 1234" };
    await call(member, "PUT", "/api/affiliates/own", said);
    await lookThrough(operator, ["/settings/affiliates"]);
    const { me } = await call<{ me: { id: string } }>(member, "GET", "/api/accounts/session");
    await call(operator, "POST", `/api/affiliates/all/${me.id}/approve`, {});

    const invitation = await call<{ url: string }>(member, "GET", "/api/rewards");
    const link = await call<{ url: string }>(member, "GET", "/api/affiliates/own");
    const visitor = await (await anotherBrowser()).newPage();
    await visitor.goto(`${server.url}/login`);
    await lookThrough(visitor, [
      new URL(invitation.url).pathname,
      `/invitation-affiliate-landing${new URL(link.url).search}`,
      outside["landing-failed"],
      outside["shared-missing"],
    ]);
  });
});

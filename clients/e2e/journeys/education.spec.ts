import { call } from "../harness/api.ts";
import { codeMailedTo } from "../harness/people.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("billing");
const problem = textsOf("problems");

const EMAIL = "mina@cs.university.edu";

test.describe("where it is offered", () => {
  test.use({ settings: { ENSEMBLE__BILLING__EDUCATION__ON: "true" } });

  // spec §2: "/education-pricing"; "Education verification dialogs."
  // spec §5: "Education email must be an edu address ("Please enter an email address with edu"); wrong code: "Please enter the correct verification code.""
  // spec §6: "Affiliates have their own program. Education discount for verified students and staff."
  test("visitors are led to an account, and who verifies a school's address pays less for each period", async ({
    operator,
    member,
    server,
    anotherBrowser,
  }) => {
    const visitor = await (await anotherBrowser()).newPage();
    await visitor.goto(`${server.url}/education-pricing`);
    await visitor.getByRole("link", { name: text("education_sign_up") }).click();
    await expect(visitor).toHaveURL(/\/sign-up\?redirectTo=%2Feducation-pricing$/);

    await member.goto(`${server.url}/pricing`);
    await member.getByRole("link", { name: text("see_education") }).click();
    await expect(member).toHaveURL(/\/education-pricing$/);
    await expect(member.getByText("$59.40")).toBeVisible();

    await member.getByRole("button", { name: text("education_verify") }).click();
    const address = member.getByRole("textbox", { name: text("education_email") });
    const send = member.getByRole("button", { name: text("education_send_code") });
    await address.fill("mina@university.edu.evil.com");
    await send.click();
    await expect(member.getByText(problem("billing.education_email_invalid"))).toBeVisible();
    await address.fill(EMAIL);
    await send.click();
    await expect(member.getByText(EMAIL)).toBeVisible();
    const code = await codeMailedTo(operator, EMAIL);
    const digits = member.getByRole("textbox", { name: text("education_code"), exact: true });
    await digits.focus();
    await member.keyboard.type(code === "000000" ? "000001" : "000000");
    await expect(member.getByText(problem("billing.education_code_wrong"))).toBeVisible();
    for (let digit = 0; digit < 6; digit += 1) await member.keyboard.press("Backspace");
    await digits.focus();
    await member.keyboard.type(code);
    await expect(member.getByText(text("education_proved"))).toBeVisible();
    await expect(member.getByRole("dialog")).toBeHidden();

    await member.getByRole("link", { name: text("choose_plan", { plan: "Pro" }), exact: true }).click();
    await expect(member.getByText(text("education_while"))).toBeVisible();
    await expect(member.getByText("$59.40").first()).toBeVisible();
  });
});

test("the operator switches it on in the app; until then there is no page and no way to it", async ({
  operator,
  member,
  server,
}) => {
  await member.goto(`${server.url}/pricing`);
  await expect(
    member.getByRole("link", { name: text("choose_plan", { plan: "Pro" }), exact: true }),
  ).toBeVisible();
  await expect(member.getByRole("link", { name: text("see_education") })).toHaveCount(0);
  await member.goto(`${server.url}/education-pricing`);
  await expect(member.getByRole("heading", { name: textsOf("frame")("missing_title") })).toBeVisible();

  await visit(operator, `${server.url}/settings/plans`);
  await operator.getByRole("switch", { name: text("education_on") }).click();
  await operator.getByRole("button", { name: text("preview_change") }).click();
  await expect(operator.getByRole("dialog").getByText(text("education"))).toBeVisible();
  await operator.getByRole("button", { name: text("change_offer") }).click();
  await expect(operator.getByText(text("offer_changed"))).toBeVisible();
  const offer = await call<{ education: number | null }>(member, "GET", "/api/billing/offer");
  expect(offer.education).toBe(40);
  await member.reload();
  await expect(member.getByRole("heading", { name: text("education") })).toBeVisible();
});

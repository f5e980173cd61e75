import { renderIn, serve, TestRefusal, testSession } from "@ensemble/blocks/testing";
import { memoryHost, memoryStore } from "@ensemble/host/memory-host";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SignUpPage } from "./SignUpPage";

afterEach(cleanup);

const visitor = testSession({ me: null });
const firstRun = testSession({ me: null, setup: { ...visitor.setup, needs_operator: true, mail: "outbox" } });
const codeSent = { state: "code_sent", expires_at: "2026-11-20T12:30:00Z", resend_after_seconds: 30 };

const open = async (session = visitor, drafts: Record<string, string> = {}) => {
  const onSignedIn = vi.fn();
  const host = memoryHost({ drafts: memoryStore(drafts) });
  await renderIn(<SignUpPage wish="/" onSignedIn={onSignedIn} />, { areas: ["accounts"], session, host });
  return { onSignedIn, host, user: userEvent.setup() };
};

const fillDetails = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(await screen.findByLabelText("Name"), "Mira");
  await user.type(screen.getByLabelText("Email"), "mira@example.org");
  await user.type(screen.getByLabelText("Password"), "correct horse");
};

describe("SignUpPage", () => {
  // spec §4: enter details, verify code, registered
  test("goes from the details to the code to the session", async () => {
    const seen = serve({
      "POST /api/accounts/sign-up": codeSent,
      "POST /api/accounts/sign-up/verify": testSession(),
    });
    const { user, onSignedIn } = await open();
    await fillDetails(user);
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await user.type(await screen.findByRole("textbox", { name: "Verification code" }), "123456");

    await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(testSession()));
    expect(seen.at(-1)?.body).toEqual({ email: "mira@example.org", code: "123456" });
  });

  test("makes the first account without a code", async () => {
    serve({ "POST /api/accounts/sign-up": { state: "registered", session: testSession() } });
    const { user, onSignedIn } = await open(firstRun);
    expect(await screen.findByRole("heading", { name: "Create the first account" })).toBeTruthy();
    await fillDetails(user);
    await user.click(screen.getByRole("button", { name: "Create account" }));
    await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(testSession()));
  });

  test("asks for the setup code where the first account needs it", async () => {
    const session = testSession({ me: null, setup: { ...firstRun.setup, needs_setup_code: true } });
    const seen = serve({
      "POST /api/accounts/sign-up": new TestRefusal(
        403,
        "accounts.setup_code_wrong",
        "Enter the setup code from the server's log.",
      ),
    });
    const { user } = await open(session);
    await fillDetails(user);
    await user.click(screen.getByRole("button", { name: "Create account" }));
    expect(await screen.findByText("This field is required.")).toBeTruthy();
    expect(seen).toEqual([]);

    await user.type(screen.getByLabelText("Setup code"), "ABCD-EFGH-JKMN");
    await user.click(screen.getByRole("button", { name: "Create account" }));
    expect(await screen.findByText("Enter the setup code from the server's log.")).toBeTruthy();
    expect(seen.at(-1)?.body).toMatchObject({ setup_code: "ABCD-EFGH-JKMN" });
  });

  test("finds its step again after a reload", async () => {
    await open(visitor, { "accounts.sign_up.code_sent_to": "mira@example.org" });
    expect(await screen.findByRole("textbox", { name: "Verification code" })).toBeTruthy();
  });

  // spec §5: "wrong code: "Please enter the correct verification code.""
  test("shows the spec's words for a wrong code", async () => {
    serve({
      "POST /api/accounts/sign-up/verify": new TestRefusal(
        422,
        "accounts.wrong_code",
        "Please enter the correct verification code.",
      ),
    });
    const { user, onSignedIn } = await open(visitor, { "accounts.sign_up.code_sent_to": "mira@example.org" });
    await user.type(await screen.findByRole("textbox", { name: "Verification code" }), "000000");
    expect(await screen.findByText("Please enter the correct verification code.")).toBeTruthy();
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  test("says where the code is when the server sends no mail", async () => {
    const session = testSession({ me: null, setup: { ...visitor.setup, mail: "outbox" } });
    await open(session, { "accounts.sign_up.code_sent_to": "mira@example.org" });
    expect(await screen.findByText("This server can't send email yet")).toBeTruthy();
  });
});

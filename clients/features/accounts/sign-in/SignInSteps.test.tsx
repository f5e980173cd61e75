import { sessionQuery } from "@ensemble/blocks/session-queries";
import { renderIn, serve, TestRefusal, testSession } from "@ensemble/blocks/testing";
import type { SignInStep } from "@ensemble/contract/wire";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LoginScreen } from "../SignInScreens";
import { LoginPage } from "./LoginPage";
import { SetPasswordPage } from "./SetPasswordPage";

/** Fills a field in one event: typing takes one for each key. */
const fill = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });

const submit = (field: HTMLElement, value: string) => {
  fill(field, value);
  fireEvent.submit(field);
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const step = (change: Partial<SignInStep> = {}): SignInStep => ({
  step: "second_factor",
  ticket: "ticket",
  expires_at: "2026-11-28T15:00:00Z",
  has_totp: true,
  has_passkeys: false,
  set_up: null,
  ...change,
});

const SET_UP = { key: "MZXW6YTB", uri: "otpauth://totp/Ensemble:ana", qr_size: 21, qr_path: "M0 0h7v1h-7z" };

/** Signs in with a password and returns what followed. */
const signIn = async () => {
  const onSignedIn = vi.fn();
  const user = userEvent.setup();
  const session = testSession({ me: null });
  session.setup.passkeys = true;
  await renderIn(<LoginPage wish="/" wasSent={false} errorCode={null} onSignedIn={onSignedIn} />, {
    areas: ["accounts"],
    session,
  });
  fill(await screen.findByLabelText("Email"), "mira@example.org");
  fill(screen.getByLabelText("Password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  return { user, onSignedIn };
};

describe("SignInSteps", () => {
  test("asks for a code of the app, says when it is wrong, and signs in", async () => {
    const answers = { "POST /api/accounts/sign-in": step() };
    const wrong = new TestRefusal(422, "accounts.wrong_second_factor", "This code isn't right.");
    serve({ ...answers, "POST /api/accounts/sign-in/second-factor": wrong });
    const { onSignedIn } = await signIn();
    const code = await screen.findByLabelText("6-digit code");
    submit(code, "123456");
    expect(await screen.findByText("This code isn't right. Enter a new one.")).toBeTruthy();
    expect(onSignedIn).not.toHaveBeenCalled();

    const seen = serve({ "POST /api/accounts/sign-in/second-factor": testSession() });
    submit(code, "287 082");
    await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(testSession()));
    expect(seen.at(-1)?.body).toEqual({ ticket: "ticket", code: "287 082" });
  });

  test("takes a recovery code instead", async () => {
    const seen = serve({
      "POST /api/accounts/sign-in": step(),
      "POST /api/accounts/sign-in/second-factor": testSession(),
    });
    const { user, onSignedIn } = await signIn();
    await user.click(await screen.findByRole("button", { name: "Use a recovery code" }));
    submit(screen.getByLabelText("Recovery code"), "ABCDE-FGHJK");
    await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(seen.at(-1)?.body).toEqual({ ticket: "ticket", code: "ABCDE-FGHJK" });
  });

  test("shows the recovery codes of an app that had to be set up before it goes on", async () => {
    serve({
      "POST /api/accounts/sign-in": step({ step: "set_up", has_totp: false, set_up: SET_UP }),
      "POST /api/accounts/sign-in/set-up": { session: testSession(), recovery_codes: ["AAAAA-BBBBB"] },
    });
    const { user, onSignedIn } = await signIn();
    expect(await screen.findByRole("img", { name: "QR code for your authenticator app" })).toBeTruthy();
    expect((screen.getByLabelText("Or type this key") as HTMLInputElement).value).toBe("MZXW 6YTB");
    submit(screen.getByLabelText("6-digit code"), "287082");
    expect(await screen.findByText("AAAAA-BBBBB")).toBeTruthy();
    expect(onSignedIn).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "I saved them" }));
    expect(onSignedIn).toHaveBeenCalledWith(testSession());
  });

  test("stays with the recovery codes when the session is fetched meanwhile", async () => {
    serve({
      "POST /api/accounts/sign-in": step({ step: "set_up", has_totp: false, set_up: SET_UP }),
      "POST /api/accounts/sign-in/set-up": { session: testSession(), recovery_codes: ["AAAAA-BBBBB"] },
    });
    const session = testSession({ me: null });
    const { queryClient, navigate } = await renderIn(<LoginScreen />, { areas: ["accounts"], session });
    const user = userEvent.setup();
    fill(await screen.findByLabelText("Email"), "mira@example.org");
    submit(screen.getByLabelText("Password"), "correct horse");
    submit(await screen.findByLabelText("6-digit code"), "287082");
    await screen.findByText("AAAAA-BBBBB");
    await act(async () => queryClient.setQueryData(sessionQuery.queryKey, testSession()));
    await user.click(screen.getByRole("button", { name: "I saved them" }));
    expect(navigate).toHaveBeenCalledTimes(1);
  });

  test("says so where only a passkey would do, and the browser has none", async () => {
    vi.stubGlobal("PublicKeyCredential", undefined);
    serve({ "POST /api/accounts/sign-in": step({ has_totp: false, has_passkeys: true }) });
    await signIn();
    expect(await screen.findByText(/Your browser can’t use a passkey here/)).toBeTruthy();
  });

  test("asks for a new password after a temporary one, then for whatever comes next", async () => {
    serve({
      "POST /api/accounts/sign-in": step({ step: "new_password" }),
      "POST /api/accounts/sign-in/password": step({ step: "set_up", set_up: SET_UP, ticket: "next" }),
    });
    await signIn();
    submit(await screen.findByLabelText("New password"), "an entirely new password");
    expect(await screen.findByText("Set up an authenticator app")).toBeTruthy();
  });

  test("signs in with a passkey, and says nothing when its person cancelled", async () => {
    vi.stubGlobal("PublicKeyCredential", class {});
    const get = vi.fn().mockRejectedValue(new DOMException("", "NotAllowedError"));
    vi.stubGlobal("navigator", { ...navigator, userAgent: navigator.userAgent, credentials: { get } });
    serve({
      "POST /api/accounts/sign-in": step({ has_totp: false, has_passkeys: true }),
      "POST /api/accounts/sign-in/passkey/options": { ticket: "asked", options: { publicKey: {} } },
      "POST /api/accounts/sign-in/passkey": testSession(),
    });
    const { user, onSignedIn } = await signIn();
    const button = await screen.findByRole("button", { name: "Use a passkey" });
    await user.click(button);
    await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(1));
    await vi.waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();

    const bytes = new ArrayBuffer(1);
    const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: null };
    get.mockResolvedValue({ id: "AA", rawId: bytes, type: "public-key", response });
    await user.click(button);
    await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(testSession()));
  });
});

test("a link sets the password of the person it is for", async () => {
  const onSignedIn = vi.fn();
  const seen = serve({
    "POST /api/accounts/password/link": { email: "ana@example.com", name: "Ana" },
    "POST /api/accounts/password/link/redeem": testSession(),
  });
  await renderIn(<SetPasswordPage link="code" onSignedIn={onSignedIn} />, {
    areas: ["accounts"],
    session: testSession({ me: null }),
  });
  submit(await screen.findByLabelText("New password"), "an entirely new password");
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalled());
  expect(seen.at(-1)?.body).toEqual({ link: "code", password: "an entirely new password" });
});

test("a link that is used up says so", async () => {
  const gone = new TestRefusal(404, "accounts.password_link_gone", "This link isn't valid anymore.");
  serve({ "POST /api/accounts/password/link": gone });
  await renderIn(<SetPasswordPage link="old" onSignedIn={vi.fn()} />, {
    areas: ["accounts"],
    session: testSession({ me: null }),
  });
  expect(await screen.findByText(/This link isn't valid anymore/)).toBeTruthy();
});

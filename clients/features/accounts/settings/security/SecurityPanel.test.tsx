import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { SignInMethods } from "@ensemble/contract/wire";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { SecurityPanel } from "./SecurityPanel";

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

const METHODS = "GET /api/accounts/sign-in-methods";

const methods = (change: Partial<SignInMethods> = {}): SignInMethods => ({
  has_password: true,
  totp_since: null,
  recovery_codes_left: 0,
  passkeys: [],
  passkeys_available: true,
  second_factor_required: false,
  ...change,
});

const LAPTOP = { id: "p1", name: "Laptop", created_at: "2026-11-20T12:00:00Z", last_used_at: null };

const show = () => renderIn(<SecurityPanel />, { areas: ["accounts"] });

test("turns an app on by password, QR code and first code, and shows the recovery codes", async () => {
  const set_up = { key: "MZXW6YTB", uri: "otpauth://totp/x", qr_size: 21, qr_path: "M0 0h7v1h-7z" };
  const seen = serve({
    [METHODS]: methods(),
    "POST /api/accounts/second-factor": { ticket: "t", expires_at: "2026-11-20T12:15:00Z", set_up },
    "POST /api/accounts/second-factor/confirm": { recovery_codes: ["AAAAA-BBBBB", "CCCCC-DDDDD"] },
    "GET /api/accounts/security-events": { items: [], next_cursor: null },
  });
  await show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Turn on" }));
  submit(await screen.findByLabelText("Password"), "correct horse");
  submit(await screen.findByLabelText("6-digit code"), "287082");
  expect(await screen.findByText("CCCCC-DDDDD")).toBeTruthy();
  const posted = seen.filter((request) => request.method === "POST").map((request) => request.body);
  expect(posted).toEqual([{ password: "correct horse" }, { ticket: "t", code: "287082" }]);
});

test("a wrong password is said at its field, and nothing is turned off", async () => {
  serve({
    [METHODS]: methods({ totp_since: "2026-11-20T12:00:00Z", recovery_codes_left: 2 }),
    "POST /api/accounts/second-factor/off": new TestRefusal(403, "accounts.incorrect_password", "no"),
  });
  await show();
  expect(await screen.findByText("Running low")).toBeTruthy();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Turn off" }));
  const field = await screen.findByLabelText("Password");
  submit(field, "wrong");
  await vi.waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
});

test("passkeys are renamed and removed", async () => {
  const seen = serve({
    [METHODS]: methods({ passkeys: [LAPTOP] }),
    "PATCH /api/accounts/passkeys/p1": { ...LAPTOP, name: "Work laptop" },
    "DELETE /api/accounts/passkeys/p1": null,
    "GET /api/accounts/security-events": { items: [], next_cursor: null },
  });
  await show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: /More.*Laptop/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Rename" }));
  const name = await screen.findByLabelText("Name");
  submit(name, "Work laptop");
  expect(await screen.findByText("Work laptop")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: /More.*Work laptop/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Remove" }));
  const dialog = await screen.findByRole("alertdialog");
  await user.click(within(dialog).getByRole("button", { name: "Remove" }));
  await vi.waitFor(() => expect(seen.some((request) => request.method === "DELETE")).toBe(true));
});

test("where the address is no domain, or the browser has no passkeys, it says so", async () => {
  serve({ [METHODS]: methods({ passkeys_available: false }) });
  await show();
  expect(await screen.findByText(/Passkeys need a domain name/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add passkey" })).toBeNull();
  cleanup();
  vi.stubGlobal("PublicKeyCredential", undefined);
  serve({ [METHODS]: methods() });
  await show();
  expect(await screen.findByText(/They need HTTPS/)).toBeTruthy();
});

import { renderIn, serve, TestRefusal, testSession } from "@ensemble/blocks/testing";
import type { AdminUser, PersonSecurity } from "@ensemble/contract/wire";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { AddPersonDialog } from "./AddPersonDialog";
import { DeletePersonDialog } from "./DeletePersonDialog";
import { PersonSecurityDialog } from "./PersonSecurityDialog";

/** Fills a field in one event: typing takes one for each key. */
const fill = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });

afterEach(cleanup);

const show = (ui: ReactNode) => renderIn(ui, { areas: ["admin"], session: testSession() });

const ana: AdminUser = {
  id: "019a0000-0000-7000-8000-00000000000b",
  email: "ana@example.com",
  name: "Ana",
  role: "member",
  created_at: "2026-11-20T12:00:00Z",
  last_seen_at: null,
  suspended: false,
  suspended_reason: "",
  workspace_id: "019a0000-0000-7000-8000-00000000000a",
  plan: "free",
  plan_name: "Free",
  credits_left: null,
};

const PERSON = `/api/accounts/people/${ana.id}`;

const security = (change: Partial<PersonSecurity> = {}): PersonSecurity => ({
  has_password: true,
  password_temporary: false,
  has_totp: true,
  passkeys: 1,
  devices: [
    {
      id: "d1",
      client_type: "web",
      device_name: "Firefox on Linux",
      browser_name: "Firefox",
      os_name: "Linux",
      os_version: "",
      ip: "203.0.113.9",
      created_at: "2026-11-20T12:00:00Z",
      last_seen_at: "2026-11-20T12:00:00Z",
      current: false,
    },
  ],
  teams: [],
  ...change,
});

test("adds a person and shows the link once", async () => {
  const link = {
    url: "https://x.test/set-password?link=1",
    expires_at: "2026-12-05T12:00:00Z",
    mailed: false,
  };
  const { id, email, name, role } = ana;
  const seen = serve({ "POST /api/accounts/people": { id, email, name, role, link } });
  await show(<AddPersonDialog onClose={vi.fn()} />);
  const user = userEvent.setup();
  fill(await screen.findByLabelText("Email address"), "ana@example.com");
  fill(screen.getByLabelText("Name"), "Ana");
  await user.click(screen.getByRole("switch"));
  await user.click(screen.getByRole("button", { name: "Add person" }));
  expect((await screen.findByLabelText("Password link")).getAttribute("value")).toBe(link.url);
  expect(seen[0]?.body).toEqual({ email, name, role: "member", locale: "en", mail: false });
});

test("shows what a person signs in with, resets the second factor, and ends a device", async () => {
  const seen = serve({
    [`GET ${PERSON}`]: security(),
    [`DELETE ${PERSON}/second-factor`]: null,
    [`DELETE ${PERSON}/devices/d1`]: null,
  });
  await show(<PersonSecurityDialog user={ana} onClose={vi.fn()} />);
  const user = userEvent.setup();
  expect(await screen.findByText(/Authenticator app/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Reset" }));
  const asked = await screen.findByRole("alertdialog");
  await user.click(within(asked).getByRole("button", { name: "Reset" }));
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await user.click(await screen.findByRole("button", { name: "Sign out" }));
  await vi.waitFor(() => {
    const deleted = seen.filter((request) => request.method === "DELETE").map((request) => request.path);
    expect(deleted).toEqual([`${PERSON}/second-factor`, `${PERSON}/devices/d1`]);
  });
});

test("a password link is mailed only where that is wished, and shown once", async () => {
  const url = "https://x.test/set-password?link=2";
  const seen = serve({
    [`GET ${PERSON}`]: security(),
    [`POST ${PERSON}/password-link`]: { url, expires_at: "2026-12-05T12:00:00Z", mailed: false },
  });
  await show(<PersonSecurityDialog user={ana} onClose={vi.fn()} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Create link" }));
  const asked = await screen.findByRole("dialog", { name: "Password link" });
  await user.click(within(asked).getByRole("switch"));
  await user.click(within(asked).getByRole("button", { name: "Create link" }));
  const shown = await screen.findByRole("textbox", { name: "Password link" });
  expect(shown.getAttribute("value")).toBe(url);
  expect(seen.at(-1)?.body).toEqual({ mail: false });
});

test("without passwords there is none to set", async () => {
  serve({ [`GET ${PERSON}`]: security() });
  const session = testSession();
  session.setup.password_sign_in = false;
  await renderIn(<PersonSecurityDialog user={ana} onClose={vi.fn()} />, { areas: ["admin"], session });
  expect(await screen.findByText(/Authenticator app/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create link" })).toBeNull();
});

test("a temporary password is shown once it is set", async () => {
  serve({
    [`GET ${PERSON}`]: security(),
    [`POST ${PERSON}/password`]: { password: "ABCDE-FGHJK-MNPQR" },
  });
  await show(<PersonSecurityDialog user={ana} onClose={vi.fn()} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Set temporary password" }));
  const asked = await screen.findByRole("alertdialog");
  await user.click(within(asked).getByRole("button", { name: "Set temporary password" }));
  const shown = await screen.findByLabelText("Temporary password");
  expect(shown.getAttribute("value")).toBe("ABCDE-FGHJK-MNPQR");
});

test("an account is deleted after its address was typed, and what happens to teams is said before", async () => {
  const onClose = vi.fn();
  const refused = new TestRefusal(409, "accounts.last_operator", "Make someone else a server admin first.");
  serve({
    [`GET ${PERSON}`]: security({ teams: [{ name: "Lamps", if_deleted: "deleted" }] }),
    [`DELETE ${PERSON}`]: refused,
  });
  await show(<DeletePersonDialog user={ana} onClose={onClose} />);
  const user = userEvent.setup();
  expect(await screen.findByText(/is deleted with everything in it/)).toBeTruthy();
  const button = screen.getByRole("button", { name: "Delete account" });
  expect(button.hasAttribute("disabled") || button.getAttribute("aria-disabled") === "true").toBe(true);
  fill(screen.getByLabelText("Type ana@example.com to confirm"), "ana@example.com");
  await user.click(button);
  expect(await screen.findByText("Make someone else a server admin first.")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

import { renderIn, serve, TestRefusal, testSession } from "@ensemble/blocks/testing";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { ChecksPanel } from "./ChecksPanel";

afterEach(cleanup);

const FINDINGS = [
  { name: "files", state: "ok", detail: "disk: written, read and deleted", advice: null },
  { name: "mail", state: "failed", detail: "m.example: refused (111)", advice: "Check mail.url." },
];

const show = async (mail: "smtp" | "outbox") => {
  const session = testSession();
  const own = { ...session, setup: { ...session.setup, mail } };
  await renderIn(<ChecksPanel />, { areas: ["admin", "server_checks"], session: own });
};

describe("checks of the server", () => {
  test("show what to fix first, and run again when asked", async () => {
    const seen = serve({ "POST /api/admin/checks": { items: FINDINGS } });
    await show("outbox");
    expect(await screen.findByText("Check mail.url.")).toBeTruthy();
    const names = screen.getAllByText(/^(files|mail)$/).map((name) => name.textContent);
    expect(names).toEqual(["mail", "files"]);
    expect(screen.getByText("Failed")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();

    await userEvent.click(screen.getByRole("button", { name: "Run again" }));
    await expect.poll(() => seen.length).toBe(2);
  });

  test("send a test email, and say why it was refused", async () => {
    const answers: unknown[] = [
      new TestRefusal(502, "admin.mail_not_sent", "No", { message: "m.example: 535 wrong password" }),
      { by: "m.example as us@example.org" },
    ];
    const seen = serve({
      "POST /api/admin/checks": { items: [] },
      "POST /api/admin/test-mail": () => answers.shift(),
    });
    await show("smtp");
    const field = await screen.findByRole("textbox", { name: "Send to" });
    await userEvent.clear(field);
    await userEvent.type(field, "ana@example.com");
    const send = screen.getByRole("button", { name: "Send test email" });
    await userEvent.click(send);
    expect(await screen.findByText("m.example: 535 wrong password")).toBeTruthy();

    await userEvent.click(send);
    const done = await screen.findByText(/m\.example as us@example\.org/);
    expect(within(done).queryByText("535")).toBeNull();
    expect(seen.at(-1)?.body).toEqual({ to: "ana@example.com" });
  });
});

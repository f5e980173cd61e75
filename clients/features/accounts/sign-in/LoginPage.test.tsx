import { renderIn, serve, TestRefusal, testSession } from "@ensemble/blocks/testing";
import { memoryHost, memoryStore } from "@ensemble/host/memory-host";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SignUpPage } from "../sign-up/SignUpPage";
import { LoginPage } from "./LoginPage";

afterEach(cleanup);

const login = async (options: { wasSent?: boolean; drafts?: Record<string, string> } = {}) => {
  const onSignedIn = vi.fn();
  const host = memoryHost({ drafts: memoryStore(options.drafts) });
  const view = await renderIn(
    <LoginPage
      wish="/home/chat"
      wasSent={options.wasSent ?? false}
      errorCode={null}
      onSignedIn={onSignedIn}
    />,
    { areas: ["accounts"], session: testSession({ me: null }), host },
  );
  return { ...view, onSignedIn, user: userEvent.setup() };
};

describe("LoginPage", () => {
  test("signs in and hands the session over", async () => {
    const seen = serve({ "POST /api/accounts/sign-in": testSession() });
    const { user, onSignedIn, host } = await login();
    await user.type(await screen.findByLabelText("Email"), " mira@example.org ");
    await user.type(screen.getByLabelText("Password"), "correct horse");
    await user.click(screen.getByRole("button", { name: "Sign in" }));

    await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(testSession()));
    expect(seen).toEqual([
      {
        method: "POST",
        path: "/api/accounts/sign-in",
        body: { email: "mira@example.org", password: "correct horse" },
      },
    ]);
    expect(host.drafts.keys()).toEqual([]);
  });

  test("shows the spec's words beside the field they are about, and keeps what was typed", async () => {
    serve({
      "POST /api/accounts/sign-in": new TestRefusal(
        404,
        "accounts.email_not_registered",
        "Email not registered. Please 'Sign up' to create an account",
      ),
    });
    const { user, onSignedIn } = await login();
    const email = await screen.findByLabelText("Email");
    await user.type(email, "nobody@example.org");
    await user.type(screen.getByLabelText("Password"), "whatever");
    await user.keyboard("{Enter}");

    expect(
      await screen.findByText("Email not registered. Please 'Sign up' to create an account"),
    ).toBeTruthy();
    expect(email.getAttribute("aria-invalid")).toBe("true");
    expect((email as HTMLInputElement).value).toBe("nobody@example.org");
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  test("keeps the address over a reload, never the password", async () => {
    const { user, host } = await login();
    await user.type(await screen.findByLabelText("Email"), "mira@example.org");
    await user.type(screen.getByLabelText("Password"), "correct horse");
    expect(host.drafts.keys().map((key) => host.drafts.get(key))).toEqual(["mira@example.org"]);
    cleanup();

    await login({ drafts: { "accounts.email": "mira@example.org" } });
    expect(((await screen.findByLabelText("Email")) as HTMLInputElement).value).toBe("mira@example.org");
    expect((screen.getByLabelText("Password") as HTMLInputElement).value).toBe("");
  });

  // spec §5: "Sign-in: required fields"
  test("asks nothing of the server while a field is empty", async () => {
    const seen = serve({});
    const { user } = await login();
    await user.click(await screen.findByRole("button", { name: "Sign in" }));
    expect(await screen.findAllByText("This field is required.")).toHaveLength(2);
    expect(seen).toEqual([]);
  });

  test("tells why the last session ended", async () => {
    await renderIn(<LoginPage wish="/" wasSent errorCode={null} onSignedIn={vi.fn()} />, {
      areas: ["accounts"],
      session: testSession({ me: null, ended_reason: "device_limit" }),
    });
    expect(await screen.findByText(/more devices than your plan allows/)).toBeTruthy();
    expect(screen.queryByText("Please login to use this feature")).toBeNull();
  });

  test("tells a visitor who was sent here why", async () => {
    await login({ wasSent: true });
    expect(await screen.findByText("Please login to use this feature")).toBeTruthy();
  });

  test("offers the identity providers alone where passwords are off", async () => {
    const session = testSession({ me: null });
    session.setup = {
      ...session.setup,
      password_sign_in: false,
      oidc: [
        { id: "company", name: "Example Ltd" },
        { id: "partners", name: "Partners" },
      ],
    };
    await renderIn(
      <LoginPage wish="/home/chat" wasSent errorCode="accounts.oidc_domain_refused" onSignedIn={vi.fn()} />,
      { areas: ["accounts"], session, host: memoryHost() },
    );

    const company = await screen.findByRole("link", { name: "Continue with Example Ltd" });
    expect(company.getAttribute("href")).toContain("/api/user/oauth2_authorize?");
    expect(company.getAttribute("href")).toContain("type=company");
    expect(screen.getByRole("link", { name: "Continue with Partners" })).toBeTruthy();
    expect(
      screen.getByText("This account doesn't belong to an organization that can sign in here."),
    ).toBeTruthy();
    expect(screen.queryByLabelText("Password")).toBeNull();
    expect(screen.queryByText("Forgot password?")).toBeNull();
    expect(screen.queryByRole("link", { name: "Sign up" })).toBeNull();
  });

  test("sends the setup code along for the first account of a server without passwords", async () => {
    const session = testSession({ me: null });
    session.setup = {
      ...session.setup,
      password_sign_in: false,
      needs_operator: true,
      needs_setup_code: true,
      oidc: [{ id: "company", name: "Example Ltd" }],
    };
    await renderIn(<SignUpPage wish="/" onSignedIn={vi.fn()} />, {
      areas: ["accounts"],
      session,
      host: memoryHost(),
    });

    await userEvent.setup().type(await screen.findByLabelText("Setup code"), "ABCD-1234");
    const link = screen.getByRole("link", { name: "Continue with Example Ltd" });
    expect(link.getAttribute("href")).toContain("setup_code=ABCD-1234");
    expect(screen.queryByLabelText("Password")).toBeNull();
  });
});

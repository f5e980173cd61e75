import { renderIn, serve, TestRefusal, testSession } from "@ensemble/blocks/testing";
import { memoryHost, memoryStore } from "@ensemble/host/memory-host";
import { openToasts } from "@ensemble/ui/toasts/toast";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { claimKept, keepCode } from "./claim";
import { InvitationLanding } from "./InvitationLanding";
import { RewardPage } from "./RewardPage";

afterEach(cleanup);

const worth = { queries: 2_500, advanced_queries: 5, days: 7, months: 1, hold_days: 20 };
const friend = (name: string, registration: string) => ({
  name,
  registered_at: "2026-11-20T12:00:00Z",
  registration,
  subscription: "none",
});
const CODE = "abcdefghjk";

describe("one's rewards", () => {
  const show = (ui: ReactNode) => renderIn(ui, { areas: ["rewards", "chat"] });

  test("show the link, what a friend is worth, and who came", async () => {
    serve({
      "GET /api/rewards": {
        url: `https://ensemble.example/${CODE}`,
        friends: [friend("Ben", "approved"), friend("", "pending")],
        worth,
      },
    });
    await show(<RewardPage />);
    expect((await screen.findByTestId("invitation-link")).textContent).toContain(CODE);
    expect(screen.getByText("2,500 standard and 5 advanced queries, and Pro for 7 days")).toBeTruthy();
    expect(screen.getByText(/subscription counts after 20 days\./)).toBeTruthy();
    expect(screen.getByText("Ben")).toBeTruthy();
    expect(screen.getByText("Counted")).toBeTruthy();
    expect(screen.getByText("Deleted account")).toBeTruthy();
    expect(screen.getByText("Pending")).toBeTruthy();
  });

  test("are none where nothing is charged", async () => {
    serve({ "GET /api/rewards": new TestRefusal(404, "rewards.nothing_rewarded", "Everything is free") });
    await show(<RewardPage />);
    expect(await screen.findByText("Everything is free here")).toBeTruthy();
  });
});

/** Returns the titles of the toasts from now on. */
function readToasts(): string[] {
  const titles: string[] = [];
  const close = openToasts({ add: (_id, { title }) => titles.push(title), close: () => undefined });
  onTestFinished(close);
  // Those that waited are other tests'.
  titles.length = 0;
  return titles;
}

describe("an invitation", () => {
  const answers = { [`GET /api/rewards/invitations/${CODE}`]: { name: "Ana", worth } };

  test("is kept until its guest has an account", async () => {
    serve(answers);
    const storage = memoryStore();
    await renderIn(<InvitationLanding code={CODE} />, {
      areas: ["rewards"],
      session: testSession({ me: null }),
      host: memoryHost({ storage }),
    });
    expect(await screen.findByText("Ana invited you")).toBeTruthy();
    await userEvent.setup().click(screen.getByRole("link", { name: "Sign up" }));
    const seen = serve({ ...answers, "POST /api/rewards/claims": null });
    const toasts = readToasts();
    await claimKept(storage);
    await claimKept(storage);
    expect(seen.filter(({ method }) => method === "POST")).toEqual([
      { method: "POST", path: "/api/rewards/claims", body: { code: CODE } },
    ]);
    // screens.md, 13
    expect(toasts).toEqual([
      "Invitation accepted. Ask something, and you'll get 5 advanced queries in a day.",
    ]);
  });

  test("that the server refuses is not said again; one that did not get there is", async () => {
    const storage = memoryStore();
    keepCode(storage, CODE);
    serve({ ...answers, "POST /api/rewards/claims": new TestRefusal(503, "api.maintenance", "Later") });
    await claimKept(storage);
    expect(storage.keys()).toHaveLength(1);
    serve({
      ...answers,
      "POST /api/rewards/claims": new TestRefusal(409, "rewards.too_late", "New accounts only"),
    });
    const toasts = readToasts();
    await claimKept(storage);
    expect(storage.keys()).toHaveLength(0);
    expect(toasts).toHaveLength(1);
  });

  test("can be accepted by who is signed in", async () => {
    const seen = serve({ ...answers, "POST /api/rewards/claims": null });
    await renderIn(<InvitationLanding code={CODE} />, { areas: ["rewards"] });
    await userEvent.setup().click(await screen.findByRole("button", { name: "Accept invitation" }));
    expect(
      await screen.findByText(
        "Invitation accepted. Ask something, and you'll get 5 advanced queries in a day.",
      ),
    ).toBeTruthy();
    await vi.waitFor(() => expect(seen.some(({ method }) => method === "POST")).toBe(true));
  });

  test("that does not exist leads back", async () => {
    serve({});
    await renderIn(<InvitationLanding code={CODE} />, { areas: ["rewards"] });
    expect(await screen.findByText("Page not found")).toBeTruthy();
  });
});

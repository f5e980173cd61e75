import { renderIn, serve, TestRefusal, testMe, testSession } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { PowerupScreen } from "./PowerupScreen";
import { SharePage } from "./SharePage";
import { testDefinition, testPowerup, testPrice } from "./testing";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const choice = testDefinition({
  parameters: [
    {
      kind: "single_choice",
      field: "tone",
      label: "Tone",
      required: false,
      default: ["Dry"],
      options: ["Dry"],
    },
  ],
});
const shown_at = "2026-11-28T08:00:00Z";
const sent = [{ kind: "text", chars: 5, detail: null, is_cut: false }];

const show = (
  powerup = testPowerup(),
  answers: Record<string, unknown> = {},
  me: typeof testMe | null = testMe,
) => {
  const seen = serve({
    "GET /api/powerups/p1": powerup,
    "GET /api/powerups/public/p1": powerup,
    "GET /api/powerups/price": testPrice,
    "GET /api/models": { models: [], default_model: "" },
    "POST /api/powerups/p1/runs": { run_id: "r1", model_name: "Llama", sent },
    ...answers,
  });
  const page = me ? <PowerupScreen uid="p1" /> : <SharePage id="p1" />;
  return renderIn(page, { areas: ["powerups", "chat"], session: testSession({ me }) }).then((view) => ({
    seen,
    ...view,
  }));
};

const button = (name: string) => screen.findByRole<HTMLButtonElement>("button", { name });

describe("a run", () => {
  test("has its price before, sends the text and what was filled in, and says what was sent", async () => {
    const { seen } = await show(testPowerup({ definition: choice }));
    expect(await screen.findByText(/at most 1/)).toBeTruthy();
    expect((await button("Run")).disabled).toBe(true);
    await userEvent.type(screen.getByRole("textbox", { name: "Text" }), "Tides");
    await userEvent.click(await button("Run"));
    await waitFor(() =>
      expect(seen.find(({ path }) => path.endsWith("/runs"))?.body).toEqual({ text: "Tides", values: {} }),
    );
    await userEvent.click(await button("What was sent"));
    expect(await screen.findByText("Your text")).toBeTruthy();
    expect(screen.getByText("Characters: 5, sent to Llama")).toBeTruthy();
  });

  test("works on a page, and says at its field why that is not read", async () => {
    const refusal = new TestRefusal(422, "powerups.wrong_site", "This PowerUP doesn't run on this page");
    const { seen } = await show(testPowerup(), { "POST /api/powerups/p1/runs": refusal });
    await userEvent.click(await screen.findByRole("radio", { name: "URL" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Page URL" }), "https://a.example/");
    await userEvent.click(await button("Run"));
    expect(await screen.findByText("This PowerUP doesn't run on this page")).toBeTruthy();
    expect(seen.find(({ path }) => path.endsWith("/runs"))?.body).toEqual({
      url: "https://a.example/",
      values: {},
    });
  });

  test("that reads nothing asks for nothing", async () => {
    await show(testPowerup({ definition: testDefinition({ reads: "none" }) }));
    expect((await button("Run")).disabled).toBe(false);
    expect(screen.queryByRole("textbox")).toBeNull();
  });
});

describe("one's own", () => {
  // spec §4: "One favorited by others cannot be updated or deleted (contact support)."
  test("is not changed once others favorited it", async () => {
    await show(testPowerup({ favorites: 2 }));
    expect(await screen.findByText(/Contact support/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  });

  test("says why it was rejected", async () => {
    await show(testPowerup({ state: "audit_rejected", reason: "Sells pans" }));
    expect(await screen.findByText("Sells pans")).toBeTruthy();
  });

  test("is shared with those whom its author chooses", async () => {
    const sharing = testPowerup({ state: "auditing", scope: "public" });
    const { seen } = await show(testPowerup(), { "PUT /api/powerups/p1/sharing": sharing });
    await userEvent.click(await button("Share"));
    await userEvent.click(await screen.findByRole("radio", { name: "Public" }));
    await userEvent.click(await button("Save"));
    await waitFor(() =>
      expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({
        scope: "public",
        anonymous: false,
      }),
    );
  });

  test("goes back to an earlier version, after what changed since", async () => {
    const earlier = testDefinition({ prompt: "Explain." });
    const changes = [{ field: "prompt", before: "Explain.", after: "Teach." }];
    const { seen } = await show(testPowerup({ version: 2 }), {
      "GET /api/powerups/p1/versions": { items: [2, 1].map((number) => ({ number, created_at: shown_at })) },
      "GET /api/powerups/p1/versions/1": { number: 1, definition: earlier, changes },
      "PUT /api/powerups/p1": testPowerup({ version: 3 }),
    });
    await userEvent.click(await screen.findByText("Earlier versions"));
    await userEvent.click(await screen.findByText(/Version 1/));
    await userEvent.click(await button("Restore this version"));
    await waitFor(() => expect(seen.find(({ method }) => method === "PUT")?.body).toEqual(earlier));
  });

  test("that is a copy tells what changed since", async () => {
    const changes = { here: [{ field: "prompt", before: "Explain.", after: "Teach." }], origin: null };
    await show(testPowerup({ origin_id: "p0" }), { "GET /api/powerups/p1/changes": changes });
    await userEvent.click(await screen.findByText("Changes"));
    expect(await screen.findByText("The original is no longer available.")).toBeTruthy();
    expect(document.querySelector("ins")?.textContent).toContain("Teach");
  });
});

describe("one that is shared", () => {
  const shared = testPowerup({ mine: false, state: "shared", author: null });

  test("is somebody else's: it can be duplicated, and only the operator removes it", async () => {
    const { navigate } = await show(shared, {
      "POST /api/powerups/p1/copies": testPowerup({ id: "p2" }),
      "GET /api/powerups/p2": testPowerup({ id: "p2" }),
    });
    await userEvent.click(await button("Duplicate"));
    await waitFor(() => expect(navigate).toHaveBeenCalledWith("/powerup-ai/p2/edit"));
    expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
    expect(screen.getByText("Anonymous")).toBeTruthy();
  });

  test("is shown to visitors, who sign in to use it", async () => {
    await show(shared, {}, null);
    expect(await screen.findByRole("heading", { name: "Explain" })).toBeTruthy();
    const link = screen.getByRole("link", { name: "Sign in to use it" });
    expect(link.getAttribute("href")).toBe("/login?redirectTo=%2Fpowerup-ai%2Fp1");
    expect(screen.getByText("All sites")).toBeTruthy();
  });

  test("that is gone says so", async () => {
    const gone = new TestRefusal(410, "powerups.gone", "This PowerUP is no longer available");
    await show(shared, { "GET /api/powerups/public/p1": gone }, null);
    expect(await screen.findByText("This PowerUP is no longer available")).toBeTruthy();
  });
});

import { renderIn, serve, TestRefusal, testMe, testSession } from "@ensemble/blocks/testing";
import type { Bot } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BotForm } from "./BotForm";

const bot: Bot = {
  id: "019a0000-0000-7000-8000-0000000000b1",
  name: "Harbour pilot",
  description: "",
  icon: null,
  welcome: "",
  prompt: "Answer as a pilot.",
  model: null,
  starters: [],
  tools: null,
  files: [],
  accessibility: "public",
  state: "published",
  review: null,
  mine: true,
  author: "Mira Castellan",
  favorited: false,
  pinned: false,
  people: 3,
  budget: { cap: 20, spent: 7, resets_at: "2026-12-01T00:00:00Z" },
  version: 4,
  created_at: "2026-11-20T12:00:00Z",
  updated_at: "2026-11-20T12:00:00Z",
};
const models = { models: [], default_model: "builtin/echo" };
const saved = `PATCH /api/bots/${bot.id}`;

const show = (form: Bot | null = bot) => renderIn(<BotForm bot={form} />, { areas: ["bots"] });
const limit = () => screen.getByRole("textbox", { name: "Monthly limit" });
const save = () => screen.getByRole("button", { name: "Save" });

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

// decision 0899
describe("a bot whose publishing is reviewed", () => {
  const reviewed = { items: [], reviewed: true };

  test("says so before it is sent, and nothing where nobody looks at it", async () => {
    serve({ "GET /api/models": models, "GET /api/bots": reviewed });
    await show();
    expect(await screen.findByText(/Your server admin reviews it, and every change/)).toBeTruthy();
    cleanup();
    serve({ "GET /api/models": models, "GET /api/bots": { items: [], reviewed: false } });
    await show();
    expect(screen.queryByText(/Your server admin reviews it/)).toBeNull();
  });

  test("says why it was not approved, and is sent again or taken back", async () => {
    const refused: Bot = { ...bot, review: { state: "not_approved", reason: "Sells pans", seen: false } };
    const seen = serve({
      "GET /api/models": models,
      "GET /api/bots": reviewed,
      [saved]: bot,
      [`DELETE /api/bots/${bot.id}/review`]: refused,
    });
    const user = userEvent.setup();
    await show(refused);
    expect(screen.getByText("Sells pans")).toBeTruthy();
    expect(screen.getByText("Others can't see it yet.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Submit for review" }));
    await waitFor(() => expect(seen.some(({ method }) => method === "PATCH")).toBe(true));
    expect(seen.find(({ method }) => method === "PATCH")?.body).toEqual({ published: true });
    cleanup();
    await show({ ...bot, review: { state: "in_review", reason: "", seen: true } });
    expect(screen.getByText("Others see the previous version.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Withdraw" }));
    await waitFor(() => expect(seen.some(({ method }) => method === "DELETE")).toBe(true));
  });
});

describe("the limit of a bot", () => {
  test("is shown with what of it is used, and when it begins anew", async () => {
    serve({ "GET /api/models": models });
    await show();
    expect((limit() as HTMLInputElement).value).toBe("20");
    expect(screen.getByText(/Used this month: 7\. Resets on /)).toBeTruthy();
  });

  test("is changed, and taken away by an empty field", async () => {
    const seen = serve({ "GET /api/models": models, [saved]: bot, [`GET /api/bots/${bot.id}`]: bot });
    const user = userEvent.setup();
    await show();
    await user.clear(limit());
    await user.type(limit(), "50");
    await user.click(save());
    const sent = () => seen.filter(({ method }) => method === "PATCH").map(({ body }) => body);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ cap: 50, name: "Harbour pilot" });
    await user.clear(limit());
    await user.click(save());
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toMatchObject({ cap: null });
  });

  test("is not sent as long as it is no whole number above zero", async () => {
    const seen = serve({ "GET /api/models": models, [saved]: bot });
    const user = userEvent.setup();
    await show();
    for (const wrong of ["0", "1.5", "lots"]) {
      await user.clear(limit());
      await user.type(limit(), wrong);
      expect(screen.getByText("Enter a whole number greater than zero.")).toBeTruthy();
      await user.click(save());
    }
    expect(seen.filter(({ method }) => method === "PATCH")).toEqual([]);
  });

  test("of a new bot is none, and the server's refusal is said", async () => {
    serve({
      "GET /api/models": models,
      "POST /api/bots": new TestRefusal(
        422,
        "bots.cap_invalid",
        "The limit must be a whole number greater than zero",
      ),
    });
    const user = userEvent.setup();
    await show(null);
    expect((limit() as HTMLInputElement).value).toBe("");
    expect(screen.queryByText(/Used this month/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Save as draft" }));
    expect(await screen.findByText("The limit must be a whole number greater than zero")).toBeTruthy();
  });
});

describe("what is typed into the form of a bot", () => {
  test("is there after a reload, for its writer alone, and gone once it is saved", async () => {
    serve({ "GET /api/models": models, "POST /api/bots": bot });
    const host = memoryHost();
    const open = async (session = testSession()) => {
      cleanup();
      await renderIn(<BotForm bot={null} />, { areas: ["bots"], host, session });
    };
    const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
    await open();
    await userEvent.clear(name());
    await userEvent.type(name(), "Pilot");
    await open(testSession({ me: { ...testMe, id: "019a0000-0000-7000-8000-0000000000ff" } }));
    expect(name().value).toBe("");
    await open();
    expect(name().value).toBe("Pilot");
    await userEvent.click(screen.getByRole("button", { name: "Save as draft" }));
    await waitFor(() => expect(host.drafts.keys()).toEqual([]));
  });
});

// screens.md, 11
describe("creating a bot", () => {
  test("begins with an empty name, shows a preview, and what was published below the message", async () => {
    const seen = serve({
      "GET /api/models": models,
      "POST /api/bots": { ...bot, name: "New Chat", welcome: "**Ahoy**" },
    });
    await show(null);
    const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name", hidden: true });
    expect(name().value).toBe("");
    expect(name().placeholder).toBe("New Chat");
    await userEvent.type(screen.getByRole("textbox", { name: "Welcome message" }), "**Ahoy**");
    const preview = screen.getByRole("region", { name: "Preview" });
    expect(preview.querySelector("strong")?.textContent).toBe("Ahoy");
    await userEvent.click(screen.getByRole("button", { name: "Publish" }));

    await screen.findByRole("dialog");
    expect(seen.find(({ method }) => method === "POST")?.body).toMatchObject({ name: "New Chat" });
    expect(name().value).toBe("New Chat");
  });
});

// issue 26, section 4
describe("starters, files and tools of a bot", () => {
  const file = { id: "f1", name: "tides.pdf", media_type: "application/pdf", size_bytes: 2_000 };
  const server = {
    by_operator: true,
    enabled: true,
    has_token: false,
    key: "server:desk",
    name: "Desk",
    problem: null,
    checked_at: null,
    signed_in: false,
    state: "connected",
    tools: [],
    trust_read_only: false,
    url: null,
  };
  const own = { ...server, key: "019a0000-0000-7000-8000-0000000000c1", name: "Mine", by_operator: false };

  test("are sent as they were typed and selected", async () => {
    const seen = serve({
      "GET /api/models": models,
      "GET /api/tools/servers": { own_servers: true, items: [server, own] },
      [saved]: bot,
      [`DELETE /api/bots/${bot.id}/files/f1`]: bot,
    });
    const user = userEvent.setup();
    await show({ ...bot, files: [file] });
    expect(screen.queryByRole("textbox", { name: "Conversation starter 2" })).toBeNull();
    await user.type(screen.getByRole("textbox", { name: "Conversation starter 1" }), "Which way in?");
    await user.type(screen.getByRole("textbox", { name: "Conversation starter 2" }), "When is high water?");
    const preview = within(screen.getByRole("region", { name: "Preview" }));
    expect(preview.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Which way in?",
      "When is high water?",
    ]);
    await user.click(screen.getByRole("combobox", { name: "Tools" }));
    await user.click(await screen.findByRole("option", { name: "Selected tools" }));
    await user.click(screen.getByRole("checkbox", { name: "Web search" }));
    await user.click(screen.getByRole("checkbox", { name: "Desk" }));
    expect(screen.queryByText(/Your own tool servers only work/)).toBeNull();
    await user.click(screen.getByRole("checkbox", { name: "Mine" }));
    expect(screen.getByText(/Your own tool servers only work/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Remove tides.pdf" }));
    expect(screen.queryByText("tides.pdf")).toBeNull();
    await user.click(save());
    await waitFor(() => expect(seen.some(({ method }) => method === "PATCH")).toBe(true));
    expect(seen.find(({ method }) => method === "PATCH")?.body).toMatchObject({
      starters: ["Which way in?", "When is high water?"],
      tools: ["server:desk", own.key],
    });
  });

  test("are added by uploading, which ends with the file among those of the bot", async () => {
    const uploaded = {
      ...file,
      id: "f2",
      name: "reefs.txt",
      received_bytes: 5,
      chunk_max_bytes: 100,
      state: "parsed",
      problem: null,
      words: 1,
      pages: 1,
      unread: [],
      created_at: bot.created_at,
    };
    const seen = serve({
      "GET /api/models": models,
      "GET /api/tools/servers": { own_servers: true, items: [] },
      "POST /api/documents/files": uploaded,
      "POST /api/bots": bot,
      [`POST /api/bots/${bot.id}/files`]: bot,
    });
    await show(null);
    await userEvent.upload(screen.getByTestId("bot-files"), new File(["Reefs"], "reefs.txt"));
    expect(await screen.findByText("reefs.txt")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Save as draft" }));
    await waitFor(() =>
      expect(seen.some(({ path }) => path.endsWith("/files") && path.includes("/bots/"))).toBe(true),
    );
    expect(seen.find(({ path }) => path === `/api/bots/${bot.id}/files`)?.body).toEqual({ file_id: "f2" });
  });
});

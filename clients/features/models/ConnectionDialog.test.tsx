import { renderIn, serve } from "@ensemble/blocks/testing";
import type { Connection } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ConnectionDialog, type ConnectionDraft } from "./ConnectionDialog";

afterEach(cleanup);

const house: Connection = {
  id: "019a0000-0000-7000-8000-00000000000c",
  name: "House",
  protocol: "openai_compatible",
  base_url: "http://models.house/v1",
  key_hint: "…4f2a",
  enabled: true,
  responses: false,
  fallbacks: [],
  models: [],
  models_fetched_at: null,
  last_problem: null,
  version: 1,
};

const open = async (draft: ConnectionDraft, host = memoryHost()) => {
  const onClose = vi.fn();
  await renderIn(<ConnectionDialog draft={draft} onClose={onClose} />, { areas: ["models"], host });
  return { onClose, host, user: userEvent.setup() };
};

describe("ConnectionDialog", () => {
  test("says what is wrong with a connection before it is saved", async () => {
    const problem = { status: 502, code: "providers.unreachable", params: {}, message: "" };
    const seen = serve({
      "POST /api/models/connections/test": {
        ok: false,
        latency_ms: 3,
        models: 0,
        problem,
        hint: "check_address",
      },
    });
    const { user } = await open({ kind: "new" });
    await user.type(await screen.findByLabelText("URL"), "http://models.house/v1");
    await user.click(screen.getByRole("button", { name: "Test" }));

    expect(await screen.findByText("Couldn't reach the provider.")).toBeTruthy();
    expect(screen.getByText("Check the URL and port, and that the server is running.")).toBeTruthy();
    expect(seen.map(({ path }) => path)).toEqual(["/api/models/connections/test"]);
  });

  test("connects a provider of videos by its two keys alone", async () => {
    const seen = serve({ "POST /api/models/connections": { ...house, protocol: "kling" } });
    const { user, onClose } = await open({ kind: "new" });
    await user.click(await screen.findByRole("combobox", { name: "Type" }));
    await user.click(await screen.findByRole("option", { name: "Kling AI" }));
    expect(screen.getByText("For images and videos. Adds no chat models.")).toBeTruthy();
    expect(screen.getByText("Access key and secret key, separated by a colon.")).toBeTruthy();
    await user.type(screen.getByLabelText("API key"), "access:secret");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(seen[0]?.body).toEqual({ name: "Kling AI", protocol: "kling", api_key: "access:secret" });
  });

  test("keeps the stored key when none is typed", async () => {
    const seen = serve({ [`PATCH /api/models/connections/${house.id}`]: house });
    const { user, onClose } = await open({ kind: "edit", connection: house });
    await user.type(await screen.findByLabelText("Name"), " of models");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(seen[0]?.body).toEqual({ name: "House of models", base_url: house.base_url });
  });

  test("keeps what was typed over a reload, never the key", async () => {
    const { user, host } = await open({ kind: "new" });
    await user.type(await screen.findByLabelText("URL"), "http://models.house/v1");
    await user.type(screen.getByLabelText("API key"), "sk-secret");
    expect(
      host.drafts
        .keys()
        .map((key) => host.drafts.get(key))
        .join(),
    ).not.toContain("sk-secret");
    cleanup();

    await open({ kind: "new" }, host);
    expect(((await screen.findByLabelText("URL")) as HTMLInputElement).value).toBe("http://models.house/v1");
    expect((screen.getByLabelText("API key") as HTMLInputElement).value).toBe("");
  });
});

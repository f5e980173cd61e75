import { renderIn, serve } from "@ensemble/blocks/testing";
import type { SearchEngine } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EngineDialog } from "./EngineDialog";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const brave: SearchEngine = {
  id: "brave",
  name: "Brave Search",
  needs: "key",
  about: "https://example.org/",
  sources: ["web"],
  address: null,
  own_address: false,
  has_key: true,
  enabled: true,
  ready: true,
  own: null,
};

const open = async (engine: SearchEngine) => {
  const seen = serve({ "PATCH /api/search/finders/brave": engine });
  const onClose = vi.fn();
  await renderIn(<EngineDialog engine={engine} onClose={onClose} />, { areas: ["search"] });
  const save = async () => {
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    return seen[0]?.body;
  };
  return { save, key: await screen.findByLabelText<HTMLInputElement>(/^API key/) };
};

test("a key stays where nothing is typed, and another takes its place", async () => {
  expect(await (await open(brave)).save()).toEqual({});
  cleanup();
  const { save, key } = await open(brave);
  await userEvent.type(key, " sesame ");
  expect(await save()).toEqual({ api_key: "sesame" });
});

test("a key is taken back, whatever was typed before", async () => {
  const { save, key } = await open(brave);
  await userEvent.type(key, "sesame");
  await userEvent.click(screen.getByRole("switch", { name: "Remove API key" }));
  expect([key.disabled, key.value]).toEqual([true, ""]);
  expect(screen.getByText("The API key will be deleted when you save.")).toBeTruthy();
  expect(await save()).toEqual({ api_key: "" });
});

test("where there is no key, none is taken back", async () => {
  await open({ ...brave, has_key: false });
  expect(screen.queryByRole("switch")).toBeNull();
});

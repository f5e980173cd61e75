import { renderIn, serve } from "@ensemble/blocks/testing";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CustomEngineDialog } from "./CustomEngineDialog";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
const key = () => screen.getByLabelText<HTMLInputElement>(/^API key/);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

async function open(host: ReturnType<typeof memoryHost>, onClose = vi.fn()) {
  cleanup();
  await renderIn(<CustomEngineDialog engine={null} onClose={onClose} />, { areas: ["search"], host });
  return onClose;
}

test("what is typed is there after a reload, all but the key, and gone once it is saved", async () => {
  const seen = serve({ "POST /api/search/finders": {} });
  const host = memoryHost();
  await open(host);
  await userEvent.type(name(), "House");
  await userEvent.type(key(), "sesame");
  const kept = [host.drafts, host.storage].flatMap((store) => store.keys().map((key) => store.get(key)));
  expect(kept.join()).toContain("House");
  expect(kept.join()).not.toContain("sesame");
  const onClose = await open(host);
  expect(name().value).toBe("House");
  expect(key().value).toBe("");
  await press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(seen[0]?.body).toMatchObject({ own: { name: "House" }, api_key: null });
  expect(host.drafts.keys()).toEqual([]);
});

test("what is typed is forgotten when it is cancelled", async () => {
  const host = memoryHost();
  await open(host);
  await userEvent.type(name(), "House");
  await userEvent.click(screen.getByText("Cancel"));
  expect(host.drafts.keys()).toEqual([]);
});

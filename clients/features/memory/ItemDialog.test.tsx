import { renderIn, serve } from "@ensemble/blocks/testing";
import type { MemoryItem } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ItemDialog } from "./ItemDialog";

const item: MemoryItem = {
  id: "019a0000-0000-7000-8000-0000000000c1",
  text: "I eat no fish",
  scope: { kind: "everywhere" },
  source: null,
  version: 1,
  added_at: "2026-11-20T12:00:00Z",
  updated_at: "2026-11-20T12:00:00Z",
  forgotten_at: null,
};
const around = { "GET /api/bots": { items: [], reviewed: false }, "GET /api/chat/groups": { items: [] } };

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const words = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Memory/ });

async function open(host: ReturnType<typeof memoryHost>, known: MemoryItem | null, onClose = vi.fn()) {
  cleanup();
  const areas = ["memory" as const, "conflict" as const];
  await renderIn(<ItemDialog item={known} example="" onClose={onClose} />, { areas, host });
  return onClose;
}

test("what is typed is there after a reload, and gone once it is saved", async () => {
  serve({ ...around, "POST /api/memory/items": item });
  const host = memoryHost();
  await open(host, null);
  await userEvent.type(words(), "I eat no fish");
  const onClose = await open(host, null);
  expect(words().value).toBe("I eat no fish");
  await press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(host.drafts.keys()).toEqual([]);
});

test("what was typed over something older is shown beside what there is by now", async () => {
  serve(around);
  const host = memoryHost();
  await open(host, item);
  await userEvent.type(words(), " or meat");
  await open(host, { ...item, text: "I eat fish", version: 2 });
  await screen.findByText("This was changed in another window.");
  expect(words().value).toBe("I eat no fish or meat");
  await userEvent.click(screen.getByText("Cancel"));
  expect(host.drafts.keys()).toEqual([]);
});

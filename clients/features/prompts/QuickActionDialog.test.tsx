import { renderIn, serve } from "@ensemble/blocks/testing";
import type { QuickAction } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { QuickActionDialog } from "./QuickActionDialog";

const action: QuickAction = {
  id: "019a0000-0000-7000-8000-0000000000f1",
  name: "Shorten",
  icon: "zap",
  prompt: "Make it short.",
  behavior: "send",
  scene: "any",
  public: false,
  description: "",
  category: "other",
  language: null,
  pinned: false,
  updated_at: null,
};

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const words = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Prompt/ });

async function open(host: ReturnType<typeof memoryHost>, known: QuickAction | null, onClose = vi.fn()) {
  cleanup();
  const areas = ["prompts" as const, "conflict" as const];
  await renderIn(<QuickActionDialog action={known} onClose={onClose} />, { areas, host });
  return onClose;
}

test("what is typed is there after a reload, and gone once it is saved", async () => {
  const seen = serve({ "POST /api/prompts/actions": action });
  const host = memoryHost();
  await open(host, null);
  await userEvent.type(words(), "Make it rhyme.");
  const onClose = await open(host, null);
  expect(words().value).toBe("Make it rhyme.");
  await press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(seen[0]?.body).toMatchObject({ prompt: "Make it rhyme." });
  expect(host.drafts.keys()).toEqual([]);
});

test("what was typed over something older is shown beside what there is by now", async () => {
  const host = memoryHost();
  await open(host, action);
  await userEvent.type(words(), " Please.");
  await open(host, { ...action, prompt: "Make it long.", updated_at: "2026-11-20T13:00:00Z" });
  await screen.findByText("This was changed in another window.");
  expect(words().value).toBe("Make it short. Please.");
  await press("Use the other");
  expect(words().value).toBe("Make it long.");
  await userEvent.click(screen.getByText("Cancel"));
  expect(host.drafts.keys()).toEqual([]);
});

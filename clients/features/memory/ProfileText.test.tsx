import { renderIn, serve } from "@ensemble/blocks/testing";
import type { Memory } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProfileText } from "./ProfileText";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const memory: Memory = {
  recall: true,
  learn: "statements",
  model: null,
  has_model: false,
  about: "",
  about_updated_at: null,
  respond: "",
  respond_updated_at: null,
  items: 0,
  max_items: 100,
  pending: 0,
};
const kept: Memory = { ...memory, about: "I sail", about_updated_at: "2026-11-20T12:00:00Z" };

test("what is typed while it is kept stays in its field", async () => {
  let answer: (kept: Memory) => void = () => undefined;
  const seen = serve({
    "PATCH /api/memory": () =>
      new Promise<Memory>((done) => {
        answer = done;
      }),
  });
  await renderIn(<ProfileText field="about" memory={memory} locked={false} />, {
    areas: ["memory", "conflict"],
  });
  const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^About you/ });
  const save = () => screen.getByRole("button", { name: /Save/ });
  await userEvent.type(field(), "I sail");
  await userEvent.click(save());
  await waitFor(() => expect(seen).toHaveLength(1));
  await userEvent.type(field(), " alone");
  answer(kept);
  await waitFor(() => expect(save().getAttribute("aria-busy")).toBeNull());
  expect(field().value).toBe("I sail alone");
});

test("what is typed is there after a reload, and gone once it is kept or taken back", async () => {
  serve({ "PATCH /api/memory": kept });
  const host = memoryHost();
  const open = async (known = memory) => {
    cleanup();
    const areas = ["memory" as const, "conflict" as const];
    await renderIn(<ProfileText field="about" memory={known} locked={false} />, { areas, host });
  };
  const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^About you/ });
  await open();
  await userEvent.type(field(), "I sail");
  await open();
  expect(field().value).toBe("I sail");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(host.drafts.keys()).toEqual([]));
  await open(kept);
  await userEvent.type(field(), " alone");
  await open({ ...kept, about: "I row", about_updated_at: "2026-11-20T13:00:00Z" });
  await screen.findByText("This was changed in another window.");
  expect(field().value).toBe("I sail alone");
  await userEvent.click(screen.getByRole("button", { name: "Use the other" }));
  expect(host.drafts.keys()).toEqual([]);
});

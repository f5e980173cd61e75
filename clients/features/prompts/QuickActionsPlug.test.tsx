import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { draftsOf } from "@ensemble/blocks/drafts/drafts";
import { renderIn, serve } from "@ensemble/blocks/testing";
import type { QuickAction } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { inLanguage } from "./given-actions";
import { PromptDrawer } from "./PromptDrawer";
import { QuickActionsPlug } from "./QuickActionsPlug";

afterEach(cleanup);

const summarize: QuickAction = {
  id: "a1",
  name: "Summarize",
  icon: "list",
  prompt: "Summarize it in at most five points.",
  behavior: "send",
  scene: "any",
  public: false,
  description: "",
  category: "understand",
  language: null,
  pinned: true,
  updated_at: null,
};

const send = vi.fn();
const host = memoryHost();

/** Composer with quick actions above its field. */
function Composer() {
  const [draft, setDraft] = useState("");
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const seat: ComposerSeat = {
    place: "me/new",
    conversationId: null,
    fieldRef,
    draft,
    setDraft,
    insert: setDraft,
    send,
  };
  return (
    <form onSubmit={() => send("not this")}>
      <QuickActionsPlug seat={seat} />
      <textarea
        ref={fieldRef}
        aria-label="Message"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      <button type="submit">Send</button>
    </form>
  );
}

async function open() {
  send.mockClear();
  serve({ "GET /api/prompts/actions": { items: [summarize] } });
  await renderIn(<Composer />, { areas: ["prompts"], host });
  await userEvent.click(await screen.findByRole("button", { name: "Summarize" }));
  return screen.getByRole<HTMLTextAreaElement>("textbox");
}

// screens.md, 12
describe("a quick action on an empty field", () => {
  test("asks for a text, and is applied to it when that is sent", async () => {
    const field = await open();
    expect(field.value).toBe("");
    expect(screen.getByRole("status").textContent).toContain("“Summarize” needs a text");
    await userEvent.type(field, "Long text");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));

    expect(send.mock.calls).toEqual([["Summarize it in at most five points.\n\nLong text"]]);
  });

  test("is applied to a file that is attached afterwards", async () => {
    const field = await open();
    const drafts = draftsOf(host.storage, host.drafts);
    drafts.write("files:me/new", "[file]");
    await userEvent.type(field, "{Enter}");
    drafts.write("files:me/new", "");
    expect(send).toHaveBeenCalledExactlyOnceWith("Summarize it in at most five points.");
  });

  test("is applied by the key that sends, and cancelled by Escape", async () => {
    const field = await open();
    await userEvent.type(field, "Long text{Enter}");
    expect(send).toHaveBeenCalledExactlyOnceWith("Summarize it in at most five points.\n\nLong text");

    await userEvent.clear(field);
    await userEvent.click(await screen.findByRole("button", { name: "Summarize" }));
    await userEvent.type(field, "{Escape}");
    expect(screen.queryByText(/needs a text/)).toBeNull();
  });
});

test("the product's own actions are in the language of the page, changed ones stay", () => {
  const text = ((key: string) => `translated ${key}`) as Parameters<typeof inLanguage>[1];
  expect(inLanguage(summarize, text).name).toBe("translated given.summarize");
  const changed = { ...summarize, updated_at: "2026-11-01T08:00:00Z" };
  expect(inLanguage(changed, text)).toBe(changed);
  expect(inLanguage({ ...summarize, name: "Mine" }, text).name).toBe("Mine");
});

test("the library opens on the tab that has prompts", async () => {
  serve({ "GET /api/prompts": { items: [] } });
  const seat = {} as ComposerSeat;
  await renderIn(<PromptDrawer seat={seat} onClose={() => {}} />, { areas: ["prompts"] });

  await vi.waitFor(() =>
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Public Prompt"),
  );
});

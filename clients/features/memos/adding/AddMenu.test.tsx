import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import { memoryHost } from "@ensemble/host/memory-host";
import { openToasts, type ToastContent } from "@ensemble/ui/toasts/toast";
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { blankMemo } from "../memo-queries";
import { AddMenu } from "./AddMenu";
import { SpeakDialog } from "./SpeakDialog";

/** Fake recognizer that behaves like a browser's: the last result comes after it was stopped. */
class FakeRecogniser {
  static last: FakeRecogniser;
  onresult: ((event: object) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  onend: (() => void) | null = null;
  constructor() {
    FakeRecogniser.last = this;
  }
  start() {}
  stop() {}
  hear(transcript: string) {
    act(() => this.onresult?.({ resultIndex: 0, results: [{ isFinal: true, 0: { transcript } }] }));
  }
  end() {
    act(() => this.onend?.());
  }
}

let said: Map<string, ToastContent>;
let close: () => void;
beforeEach(() => {
  vi.stubGlobal("SpeechRecognition", FakeRecogniser);
  said = new Map();
  close = openToasts({ add: (id, content) => said.set(id, content), close: (id) => said.delete(id) });
});
afterEach(() => {
  cleanup();
  close();
  vi.unstubAllGlobals();
});

const button = (name: string) => screen.findByRole("button", { name });

// spec §3: "audio to text"
describe("what is said", () => {
  test("is kept with its last words, which come once nobody listens any more", async () => {
    const onKeep = vi.fn();
    const onClose = vi.fn();
    await renderIn(<SpeakDialog onKeep={onKeep} onClose={onClose} />, { areas: ["memos", "voice"] });
    await userEvent.click(await button("Voice input"));
    FakeRecogniser.last.hear("High water");
    await userEvent.click(await button("Save"));
    expect(onKeep).not.toHaveBeenCalled();
    FakeRecogniser.last.hear("is at noon");
    FakeRecogniser.last.end();
    expect(onKeep.mock.calls.map(([spoken]) => spoken.body)).toEqual(["High water is at noon"]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("is not offered to be listened to again where it has no place any more", async () => {
    const { unmount } = await renderIn(<SpeakDialog onKeep={() => {}} onClose={() => {}} />, {
      areas: ["memos", "voice"],
    });
    await userEvent.click(await button("Voice input"));
    act(() => FakeRecogniser.last.onerror?.({ error: "not-allowed" }));
    expect(said.size).toBe(1);
    unmount();
    expect(said.size).toBe(0);
  });

  // spec §8: "Failed to create memo"
  test("can be kept again from wherever one has gone, and is kept once", async () => {
    let answer = (_: TestRefusal) => {};
    const first = new Promise<TestRefusal>((resolve) => {
      answer = resolve;
    });
    const seen = serve({ "POST /api/memos": () => first });
    const { unmount } = await renderIn(<AddMenu tag={null} />, { areas: ["memos", "voice"] });
    await userEvent.click(await button("Add something else"));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Dictate a note" }));
    await userEvent.click(await button("Voice input"));
    FakeRecogniser.last.hear("High water");
    await userEvent.click(await button("Save"));
    FakeRecogniser.last.end();
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    unmount();
    answer(new TestRefusal(503, "api.busy", "Busy"));
    await vi.waitFor(() => expect(said.size).toBe(1));
    const [toast] = said.values();
    toast?.action?.onPress();
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    expect(seen[1]?.body).toEqual(seen[0]?.body);
    expect(seen[0]?.body).toMatchObject({ kind: "audio_to_text", body: "High water" });
  });

  const openSpeech = async (host: ReturnType<typeof memoryHost>) => {
    cleanup();
    await renderIn(<AddMenu tag={null} />, { areas: ["memos", "voice"], host });
    await userEvent.click(await button("Add something else"));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Dictate a note" }));
    await button("Voice input");
  };
  const isThere = (words: string) => screen.queryByText(words) !== null;

  // design: "drafts survive reload, refusal, lost network and sign-in"
  test("is there again after it was closed, with its last words, and gone when it is discarded", async () => {
    const host = memoryHost();
    await openSpeech(host);
    await userEvent.click(await button("Voice input"));
    FakeRecogniser.last.hear("High water");
    await userEvent.keyboard("{Escape}");
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    FakeRecogniser.last.hear("is at noon");
    await openSpeech(host);
    expect(isThere("High water is at noon")).toBe(true);
    await userEvent.click(await button("Voice input"));
    await userEvent.click(await button("Cancel"));
    FakeRecogniser.last.hear("or later");
    expect(host.drafts.keys()).toEqual([]);
  });

  test("stays until it is kept, and is kept once with what was said since", async () => {
    const host = memoryHost();
    const answers: Record<string, unknown> = {
      "GET /api/memos": { items: [] },
      "POST /api/memos": new TestRefusal(503, "api.busy", "Busy"),
    };
    const seen = serve(answers);
    const posts = () =>
      seen.filter(({ method }) => method === "POST").map(({ body }) => body as { id: string });
    await openSpeech(host);
    await userEvent.click(await button("Voice input"));
    FakeRecogniser.last.hear("High water");
    await userEvent.click(await button("Save"));
    FakeRecogniser.last.end();
    await vi.waitFor(() => expect(said.size).toBe(1));
    await openSpeech(host);
    // The same text is not offered twice.
    expect(said.size).toBe(0);
    expect(isThere("High water")).toBe(true);
    await userEvent.click(await button("Voice input"));
    FakeRecogniser.last.hear("is at noon");
    const id = posts()[0]?.id ?? "";
    // It was saved, although there was no response.
    answers["POST /api/memos"] = { ...blankMemo(id), version: 1, body: "High water" };
    answers[`PATCH /api/memos/${id}`] = { ...blankMemo(id), version: 2 };
    await userEvent.click(await button("Save"));
    FakeRecogniser.last.end();
    await vi.waitFor(() => expect(host.drafts.keys()).toEqual([]));
    expect(posts().map((post) => post.id)).toEqual([id, id]);
    expect(seen.find(({ method }) => method === "PATCH")?.body).toMatchObject({
      body: "High water is at noon",
    });
  });
});

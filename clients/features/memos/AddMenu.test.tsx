import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import { openToasts, type ToastContent } from "@ensemble/ui/toast";
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AddMenu } from "./AddMenu";
import { SpeakDialog } from "./SpeakDialog";

/** What hears as a browser's does: what was said last comes after it was stopped. */
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
    await userEvent.click(await button("Keep"));
    expect(onKeep).not.toHaveBeenCalled();
    FakeRecogniser.last.hear("is at noon");
    FakeRecogniser.last.end();
    expect(onKeep.mock.calls).toEqual([["High water is at noon"]]);
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
    await userEvent.click(await button("Keep something else"));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Speak a note" }));
    await userEvent.click(await button("Voice input"));
    FakeRecogniser.last.hear("High water");
    await userEvent.click(await button("Keep"));
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
});

import { renderIn } from "@ensemble/blocks/testing";
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ReadAloud } from "./ReadAloud";

class FakeUtterance {
  static last: FakeUtterance;
  lang = "";
  onend: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(readonly text: string) {
    FakeUtterance.last = this;
  }
}

const synthesis = { speak: vi.fn(), cancel: vi.fn(), pause: vi.fn(), resume: vi.fn() };

beforeEach(() => {
  vi.stubGlobal("SpeechSynthesisUtterance", FakeUtterance);
  vi.stubGlobal("speechSynthesis", synthesis);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const call of Object.values(synthesis)) call.mockReset();
});

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

// issue 3: "read aloud"
describe("reading an answer aloud", () => {
  test("speaks its words in its language, pauses, reads on, and stops", async () => {
    await renderIn(<ReadAloud markdown={"**مرحبا بالعالم**\n\n```\ncode\n```"} />, { areas: ["chat"] });

    await press("Read aloud");
    expect(synthesis.speak).toHaveBeenCalledExactlyOnceWith(FakeUtterance.last);
    expect([FakeUtterance.last.text, FakeUtterance.last.lang]).toEqual(["مرحبا بالعالم", "ar"]);

    await press("Pause reading");
    expect(synthesis.pause).toHaveBeenCalledOnce();
    await press("Resume reading");
    expect(synthesis.resume).toHaveBeenCalledOnce();
    synthesis.cancel.mockClear();
    await press("Stop reading");
    expect(synthesis.cancel).toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "Read aloud" })).toBeTruthy();
  });

  test("offers to begin again when it is over, and falls silent with its page", async () => {
    const { unmount } = await renderIn(<ReadAloud markdown="Good morning" />, { areas: ["chat"] });
    await press("Read aloud");
    act(() => FakeUtterance.last.onend?.());
    await press("Read aloud");
    synthesis.cancel.mockClear();

    unmount();

    expect(synthesis.cancel).toHaveBeenCalledOnce();
  });

  test("is not offered where there is nothing but code", async () => {
    await renderIn(<ReadAloud markdown={"```\nonly code\n```"} />, { areas: ["chat"] });
    expect(screen.queryByRole("button")).toBeNull();
  });
});

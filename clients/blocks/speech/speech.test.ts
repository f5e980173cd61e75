import { afterEach, describe, expect, test, vi } from "vitest";
import { languageOf, listen, spokenText } from "./speech";
import { canListen, type Recogniser } from "./speech-support";

class FakeRecogniser implements Recogniser {
  static last: FakeRecogniser;
  static refuses = false;
  lang = "";
  continuous = false;
  interimResults = true;
  onresult: Recogniser["onresult"] = null;
  onerror: Recogniser["onerror"] = null;
  onend: Recogniser["onend"] = null;
  constructor() {
    FakeRecogniser.last = this;
  }
  start() {
    if (FakeRecogniser.refuses) throw new Error("busy");
  }
  stop() {
    this.onend?.();
  }
  abort() {}
}

afterEach(() => {
  vi.unstubAllGlobals();
  FakeRecogniser.refuses = false;
});

const events = () => ({ onWords: vi.fn(), onTrouble: vi.fn(), onEnd: vi.fn() });

// spec §4: "Voice input: unsupported, no mic, denied, listening."
describe("voice input", () => {
  test("is there only where the browser has it", () => {
    expect(canListen()).toBe(false);
    vi.stubGlobal("webkitSpeechRecognition", FakeRecogniser);
    expect(canListen()).toBe(true);
  });

  test("hands over words once they are final, in the language asked for", () => {
    vi.stubGlobal("SpeechRecognition", FakeRecogniser);
    const heard = events();
    const { stop } = listen("ar", heard);
    const result = (transcript: string, isFinal: boolean) => ({ isFinal, 0: { transcript } });
    FakeRecogniser.last.onresult?.({
      resultIndex: 0,
      results: [result(" hello ", true), result("wor", false)],
    });
    stop();
    expect(FakeRecogniser.last.lang).toBe("ar");
    expect(heard.onWords.mock.calls).toEqual([["hello"]]);
    expect(heard.onEnd).toHaveBeenCalledOnce();
  });

  test("says why it does not listen, and nothing about silence", () => {
    vi.stubGlobal("SpeechRecognition", FakeRecogniser);
    for (const [error, trouble] of [
      ["not-allowed", "denied"],
      ["audio-capture", "no_mic"],
      ["network", "failed"],
    ] as const) {
      const heard = events();
      listen("en", heard);
      FakeRecogniser.last.onerror?.({ error });
      expect(heard.onTrouble).toHaveBeenCalledWith(trouble);
    }
    const heard = events();
    listen("en", heard);
    FakeRecogniser.last.onerror?.({ error: "no-speech" });
    expect(heard.onTrouble).not.toHaveBeenCalled();
    FakeRecogniser.refuses = true;
    listen("en", heard);
    expect(heard.onTrouble).toHaveBeenCalledWith("failed");
  });
});

describe("reading aloud", () => {
  test("leaves out code, addresses and marks", () => {
    const markdown =
      "# Title\n\nSee **this** [page](https://a.example/x).\n\n```rust\nfn main() {}\n```\n\n- one\n- `two`";
    expect(spokenText(markdown)).toBe("Title\nSee this page.\none\ntwo");
    expect(spokenText("```\nonly code\n```")).toBe("");
    expect(spokenText("```\nnever closed")).toBe("");
  });

  test("speaks the language of the text", () => {
    expect(languageOf("مرحبا بالعالم", "en")).toBe("ar");
    expect(languageOf("你好，世界", "en")).toBe("zh-CN");
    expect(languageOf("これはペンです", "en")).toBe("ja");
    expect(languageOf("Bonjour tout le monde", "fr")).toBe("fr");
    expect(languageOf("Hello there", "ar")).toBe("en");
  });
});

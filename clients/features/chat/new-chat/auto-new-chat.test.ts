import { describe, expect, test } from "vitest";
import { chatToResume, isPauseOver, readLastChat } from "./auto-new-chat";

const MINUTE = 60_000;
const at = 1_795_176_000_000;

describe("the auto new chat", () => {
  // spec §4: "Auto new chat starts after 10 minutes of inactivity"
  test("starts after 10 minutes, and not a second earlier", () => {
    expect(isPauseOver(at, at + 10 * MINUTE - 1_000)).toBe(false);
    expect(isPauseOver(at, at + 10 * MINUTE)).toBe(true);
  });

  // spec §4: "sidebar auto mode resumes the last chat if reopened within 10 minutes"
  test("resumes the last chat within 10 minutes", () => {
    const last = { conversationId: "c1", at };
    expect(chatToResume(last, at + 10 * MINUTE - 1_000)).toBe("c1");
    expect(chatToResume(last, at + 10 * MINUTE)).toBeNull();
    expect(chatToResume(null, at)).toBeNull();
  });

  test("takes nothing from storage that it did not write", () => {
    expect(readLastChat(JSON.stringify({ conversationId: "c1", at }))).toEqual({ conversationId: "c1", at });
    for (const stored of [null, "", "{", "[]", '{"conversationId":1}'])
      expect(readLastChat(stored)).toBeNull();
  });
});

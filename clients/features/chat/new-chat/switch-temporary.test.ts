import { createDrafts, temporaryPlace } from "@ensemble/blocks/drafts/drafts";
import { memoryStore } from "@ensemble/host/memory-host";
import { describe, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { createAttachments } from "../attachments/attachments";
import { draftPlace } from "../chat";
import { referencesAt } from "../references/references";
import { switchTemporary } from "./switch-temporary";

const ordinary = draftPlace("me", null);
const hidden = temporaryPlace("me");
const chip = JSON.stringify([{ of: "memo", thing_id: "m1", title: "Plan" }]);

/** Chat state of a tab whose drafts are in `storage`. */
function chatIn(storage = memoryStore()) {
  const drafts = createDrafts(storage, "a");
  const attachments = createAttachments({ drafts });
  const temporary = createStore<{ next: boolean; started: readonly string[] }>(() => ({
    next: false,
    started: [],
  }));
  const toggle = () =>
    switchTemporary({ account: "me", drafts, attachments, temporary } as Parameters<
      typeof switchTemporary
    >[0]);
  return { drafts, temporary, toggle };
}

describe("switching to a temporary chat", () => {
  test("takes along what was just written, and back", () => {
    const { drafts, temporary, toggle } = chatIn();
    drafts.write(ordinary, "Hello");
    drafts.write(referencesAt(ordinary), chip);

    toggle();
    expect(temporary.getState().next).toBe(true);
    expect([drafts.read(hidden), drafts.read(referencesAt(hidden))]).toEqual(["Hello", chip]);
    expect([drafts.read(ordinary), drafts.read(referencesAt(ordinary))]).toEqual(["", ""]);

    toggle();
    expect([drafts.read(ordinary), drafts.read(hidden)]).toEqual(["Hello", ""]);
  });

  test("leaves a draft of an earlier page where it is", () => {
    const storage = memoryStore();
    createDrafts(storage, "old").write(referencesAt(ordinary), chip);
    const { drafts, toggle } = chatIn(storage);
    drafts.read(ordinary);

    toggle();
    expect(drafts.read(referencesAt(hidden))).toBe("");
    drafts.write(hidden, "secret");

    toggle();
    expect([drafts.read(ordinary), drafts.read(referencesAt(ordinary))]).toEqual(["", chip]);
  });
});

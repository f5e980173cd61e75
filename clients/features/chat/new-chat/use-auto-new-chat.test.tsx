import { INITIAL_SETTINGS } from "@ensemble/blocks/session-queries";
import { renderIn, testMe, testSession } from "@ensemble/blocks/testing";
import { cleanup, fireEvent } from "@testing-library/react";
import { type ReactNode, useEffect } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { draftPlace } from "../chat";
import { useChat } from "../use-chat";
import { useAutoNewChat } from "./use-auto-new-chat";

const MINUTE = 60_000;

/** Chat with the unsent text `typed`. */
function Chat({ busy = false, typed = "" }: { busy?: boolean; typed?: string }) {
  const { drafts, account } = useChat();
  useEffect(() => drafts.write(draftPlace(account, "c1"), typed), [drafts, account, typed]);
  useAutoNewChat("c1", busy);
  return null;
}

const open = async (chat: ReactNode, wanted = true) => {
  const me = { ...testMe, settings: { ...INITIAL_SETTINGS, auto_new_chat: wanted } };
  return renderIn(chat, { areas: ["chat"], session: testSession({ me }) });
};

/** Simulates a return after some minutes, with a mouse move. */
function comeBackAfter(minutes: number) {
  vi.setSystemTime(Date.now() + minutes * MINUTE);
  fireEvent.pointerMove(document.body);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

// issue 3: "auto new chat after 10 minutes of inactivity"
describe("the auto new chat", () => {
  test("is begun for who comes back after ten minutes, and not for who was there meanwhile", async () => {
    const { navigate } = await open(<Chat />);

    comeBackAfter(9);
    comeBackAfter(9);
    expect(navigate).not.toHaveBeenCalled();
    comeBackAfter(10);

    expect(navigate).toHaveBeenCalledExactlyOnceWith("/home/chat");
  });

  test("is begun when its window is looked at again", async () => {
    const { navigate } = await open(<Chat />);
    vi.setSystemTime(Date.now() + 11 * MINUTE);

    document.dispatchEvent(new Event("visibilitychange"));

    expect(navigate).toHaveBeenCalledExactlyOnceWith("/home/chat");
  });

  test.each([
    { why: "something typed is not sent", chat: <Chat typed="Not finished" />, wanted: true },
    { why: "an answer is being written", chat: <Chat busy />, wanted: true },
    { why: "nobody asked for it", chat: <Chat />, wanted: false },
  ])("takes nobody away while $why", async ({ chat, wanted }) => {
    const { navigate } = await open(chat, wanted);

    comeBackAfter(30);

    expect(navigate).not.toHaveBeenCalled();
  });
});

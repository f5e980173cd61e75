import { sessionQuery } from "@ensemble/blocks/session-queries";
import { connectionProblem, ProblemError } from "@ensemble/contract/problem-error";
import type { Session } from "@ensemble/contract/wire";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { readOrKept } from "./offline-copy";
import type { Thread } from "./thread";

const store = vi.hoisted(() => ({
  keptConversation: vi.fn(),
  keepConversation: vi.fn(),
  forgetConversation: vi.fn(),
}));
vi.mock("./kept-conversations", () => store);

const thread = (title: string) => ({ conversation: { id: "c1", title }, messages: [] }) as unknown as Thread;
const client = (me: object | null = { id: "ada" }) => {
  const made = new QueryClient();
  made.setQueryData(sessionQuery.queryKey, { me } as unknown as Session);
  return made;
};
const away = () => Promise.reject(connectionProblem());
const missing = () =>
  Promise.reject(
    new ProblemError({ status: 404, code: "chat.conversation_not_found", params: {}, message: "" }),
  );

describe("readOrKept", () => {
  beforeEach(() => {
    store.keptConversation
      .mockReset()
      .mockResolvedValue({ value: thread("As it was"), kept_at: "2026-11-20T12:00:00Z" });
    store.forgetConversation.mockReset().mockResolvedValue(undefined);
  });

  test("gives what the server says, whatever was kept", async () => {
    expect(await readOrKept(client(), "c1", undefined, async () => thread("New"))).toEqual(thread("New"));
    expect(store.keptConversation).not.toHaveBeenCalled();
  });

  test("gives what this browser kept of this person's while the server cannot be reached, and says so", async () => {
    const shown = await readOrKept(client(), "c1", undefined, away);
    expect(shown).toMatchObject({ conversation: { title: "As it was" }, kept_at: "2026-11-20T12:00:00Z" });
    expect(store.keptConversation).toHaveBeenCalledWith("ada", "c1");
  });

  test("never puts an older copy in the place of what the page has", async () => {
    await expect(readOrKept(client(), "c1", thread("On the page"), away)).rejects.toBeInstanceOf(
      ProblemError,
    );
  });

  test("gives nothing to who is not signed in, and forgets what was deleted", async () => {
    await expect(readOrKept(client(null), "c1", undefined, away)).rejects.toBeInstanceOf(ProblemError);
    await expect(readOrKept(client(), "c1", undefined, missing)).rejects.toBeInstanceOf(ProblemError);
    await vi.waitFor(() => expect(store.forgetConversation).toHaveBeenCalledWith("ada", "c1"));
  });
});

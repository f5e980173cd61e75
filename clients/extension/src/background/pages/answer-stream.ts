import { applyRunEvent, EMPTY_DRAFT } from "@ensemble/contract/apply-run-event";
import { sse } from "@ensemble/contract/sse";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { RunEvent, Sent } from "@ensemble/contract/wire";
import { countWords } from "../../page/page-text";
import { type AnswerPiece, type AnswerRequest, STOPPED } from "../../page-features/page-messages";
import { askJson, refusalFrom } from "../ask-json";
import { askServer } from "../network";
import { type PageStreamHandler, Refuse } from "./answer-page";
import { requireLeave } from "./receipts";

/** Maximum length of a question from a page. */
const MESSAGE_MAX_CHARS = 100_000;

/** Answers a text of a page in a new chat, which appears in the list. */
export const answerStream: PageStreamHandler<"page→background: answer"> = {
  check(sent) {
    const { message, title } = (sent ?? {}) as Partial<AnswerRequest>;
    if (typeof message !== "string" || typeof title !== "string") return null;
    if (message.trim() === "" || message.length > MESSAGE_MAX_CHARS) return null;
    return { message, title: title.slice(0, 200) };
  },
  async *answer({ message, title }, sender, signal) {
    await requireLeave(sender);
    const conversationId = uuidV7();
    const body = { id: uuidV7(), parent_id: null, text: message, model: null };
    const path = `/api/chat/conversations/${conversationId}/messages`;
    const page = { host: sender.host, title, words: countWords(message), isPrivate: sender.isPrivate };
    const sent = await askJson<Sent>("POST", path, { body, page });
    const { run_id: runId } = sent.assistant_message;
    yield { kind: "chat", conversationId } satisfies AnswerPiece;
    if (runId === null) throw new Refuse("failed");
    // After the page is closed, the answer is in the chat list.
    yield* followRun(runId, signal, { endsWhenLeft: false });
  },
};

/**
 * Yields the answer of a run while it streams. Stopping ends the run; so does disconnecting if the chat is
 * not kept.
 */
export async function* followRun(
  runId: string,
  signal: AbortSignal,
  { endsWhenLeft }: { endsWhenLeft: boolean },
): AsyncGenerator<AnswerPiece> {
  const stop = () => {
    if (!endsWhenLeft && signal.reason !== STOPPED) return;
    askJson("POST", `/api/runs/${runId}/cancel`).catch((error: unknown) =>
      console.warn("the server was not told to stop", error),
    );
  };
  // It may have been stopped while the question was being sent.
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  let draft = EMPTY_DRAFT;
  let shown = "";
  try {
    for await (const event of sse(`/api/runs/${runId}/events`, { signal, fetch: fetchAsBackground })) {
      draft = applyRunEvent(draft, JSON.parse(event.data) as RunEvent);
      const text = draft.parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n\n");
      if (text !== shown) yield { kind: "text", text };
      shown = text;
      if (draft.problem) throw new Refuse(draft.problem.code, draft.problem.message);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw refusalFrom(error);
  } finally {
    signal.removeEventListener("abort", stop);
  }
  yield { kind: "done" };
}

/** `fetch` for the event stream reader: the connected server with the extension's session. */
const fetchAsBackground: typeof fetch = (input, init) =>
  askServer(
    {
      method: "GET",
      path: String(input),
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: null,
    },
    init?.signal ?? undefined,
  );

import type { ResultsPageLayout } from "@ensemble/contract/wire";
import { useEffect, useRef, useState } from "react";
import { askFromPage, Refused, streamFromPage } from "../page-features/ask";
import type { InterfacePage } from "../page-features/feature";
import { STOPPED } from "../page-features/page-messages";
import { withReceipt } from "../page-interface/receipt";
import type { SearchOptions } from "./options";
import { searchQuestion } from "./question";
import { readResults, type SearchResult } from "./results";
import { canTrigger, isTriggered } from "./trigger";

/**
 * State of the answer. `offer`: nothing was sent; `why` is the reason if the person might expect otherwise.
 */
export type Answer = { results: readonly SearchResult[]; conversationId: string | null } & (
  | { kind: "offer"; why: "manual_only" | "not_yet" | "no_model" | null }
  | { kind: "asking" | "done" | "stopped"; text: string }
  | { kind: "refused"; code: string; said: string; text: string }
);

type Why = Extract<Answer, { kind: "offer" }>["why"];

const offer = (why: Why): Answer => ({ kind: "offer", why, results: [], conversationId: null });

interface AnswerRequest {
  page: InterfacePage;
  engine: ResultsPageLayout;
  query: string;
  options: SearchOptions;
}

/** Answers a search on request, or automatically by setting. */
export function useAnswer({ page, engine, query, options }: AnswerRequest) {
  const [answer, setAnswer] = useState<Answer>(offer(null));
  const running = useRef<AbortController | null>(null);

  const ask = async (pressed: boolean) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    asked.add(`${location.href} ${query}`);
    const results = options.results ? readResults(document, engine) : [];
    const message = searchQuestion(query, results);
    const change = (next: (before: Answer) => Answer) => {
      if (running.current === stop) setAnswer(next);
    };
    const begin = () =>
      streamFromPage(
        "page→background: answer",
        { message, title: query },
        (piece) => {
          if (piece.kind === "chat")
            change(() => ({ kind: "asking", text: "", results, conversationId: piece.conversationId }));
          if (piece.kind === "text") change((before) => ({ ...before, kind: "asking", text: piece.text }));
        },
        stop.signal,
      );
    setAnswer({ kind: "asking", text: "", results, conversationId: null });
    try {
      // Nobody gets a receipt for something they did not request.
      const sent = pressed ? await withReceipt(page, message, begin) : await begin();
      if (sent === null) return change(() => offer(null));
      change((before) => ({ ...before, kind: "done", text: textOf(before) }));
    } catch (error) {
      if (stop.signal.aborted)
        return change((before) => ({ ...before, kind: "stopped", text: textOf(before) }));
      const refusal = error instanceof Refused ? error.refusal : { code: "failed", text: String(error) };
      if (refusal.code === "receipt_needed") return change(() => offer(pressed ? null : "not_yet"));
      change((before) => ({
        ...before,
        kind: "refused",
        code: refusal.code,
        said: refusal.text,
        text: textOf(before),
      }));
    }
  };

  const { mode } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search and mode, whatever else is drawn anew
  useEffect(() => {
    if (!canTrigger(mode, query) || asked.has(`${location.href} ${query}`)) return;
    let current = true;
    askFromPage("page→background: search allowed").then(
      (allowed) => {
        if (!current || running.current) return;
        if (!allowed.hasModel) setAnswer(offer("no_model"));
        else if (isTriggered(mode, query, allowed)) void ask(false);
        else if (!allowed.automatic) setAnswer(offer("manual_only"));
      },
      // Falls back to the offer; errors show when it is pressed.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [mode, query]);
  useEffect(() => () => running.current?.abort(), []);

  return { answer, ask: () => void ask(true), stop: () => running.current?.abort(STOPPED) };
}

/** Questions already asked on this page, so that rendering it again does not ask and pay for them again. */
const asked = new Set<string>();

const textOf = (answer: Answer): string => ("text" in answer ? answer.text : "");

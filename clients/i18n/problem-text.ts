import { useEffect, useSyncExternalStore } from "react";
import { findText, listenToTexts, loadTexts } from "./text";

/** Error fields that texts depend on. */
interface ProblemLike {
  code?: unknown;
  status?: unknown;
  params?: unknown;
  message?: unknown;
  data?: { message?: unknown } | null;
  msg?: unknown;
}

/**
 * Returns the text of an error.
 *
 * A known code is translated; otherwise the server's own text is used from `message`, then `data.message`,
 * then `msg`, then "server error (code)", then "server error" (spec §7).
 */
export function problemText(error: unknown): string {
  if (isAbort(error)) return texts("client.cancelled");
  if (isNetworkFailure(error)) return texts("client.connection_error");
  const problem = problemIn(error);
  const code = typeof problem.code === "string" ? problem.code : null;
  const known = code ? findText("problems", code, valuesOf(problem.params)) : null;
  if (known !== null) return known;
  const said = [problem.message, problem.data?.message, problem.msg].find(
    (text): text is string => typeof text === "string" && text !== "",
  );
  if (said) return said;
  const shown = code ?? (typeof problem.status === "number" ? String(problem.status) : null);
  return shown ? texts("client.server_error_code", { code: shown }) : texts("client.server_error");
}

type ProblemText = (error: unknown) => string | null;

/** Returns `problemText` for components: null without an error, and updated when the language changes. */
export function useProblemText(): ProblemText {
  useEffect(() => void loadTexts(["problems"]), []);
  return useSyncExternalStore(listenToTexts, () => textNow);
}

/** Returns a new function when texts change, so that components render again. */
const newProblemText = (): ProblemText => (error) =>
  error === null || error === undefined ? null : problemText(error);
let textNow = newProblemText();
listenToTexts(() => {
  textNow = newProblemText();
});

/** Texts in case the catalogs could not be loaded, most likely because of the very problem. */
const WITHOUT_TEXTS = {
  "client.cancelled": "Request cancelled",
  "client.connection_error": "Connection error, please check your network.",
  "client.server_error": "server error",
  "client.server_error_code": "server error",
};

const texts = (key: keyof typeof WITHOUT_TEXTS, values?: Record<string, unknown>) =>
  findText("problems", key, values) ?? WITHOUT_TEXTS[key];

function problemIn(error: unknown): ProblemLike {
  if (typeof error !== "object" || error === null) return {};
  const inner = (error as { problem?: unknown }).problem;
  return typeof inner === "object" && inner !== null ? inner : error;
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

/** Returns true for a failed request: `fetch` rejects with a TypeError. */
const isNetworkFailure = (error: unknown) =>
  error instanceof TypeError || (error as { code?: unknown } | null)?.code === "client.connection_error";

const valuesOf = (params: unknown): Record<string, unknown> =>
  typeof params === "object" && params !== null ? { ...params } : {};

import i18next from "i18next";
import { useTranslation } from "react-i18next";

/** Whatever a call may fail with, as far as texts are concerned. */
interface ProblemLike {
  code?: unknown;
  status?: unknown;
  params?: unknown;
  message?: unknown;
  data?: { message?: unknown } | null;
  msg?: unknown;
}

/**
 * The text of a failed call.
 *
 * A known code is translated; else the server's own words are taken from `message`, then `data.message`,
 * then `msg`, then "server error (code)", then "server error" (spec §7).
 */
export function problemText(error: unknown): string {
  const texts = i18next.getFixedT(null, "problems");
  if (isAbort(error)) return texts("client.cancelled");
  if (isNetworkFailure(error)) return texts("client.connection_error");
  const problem = problemIn(error);
  const code = typeof problem.code === "string" ? problem.code : null;
  if (code && i18next.exists(code, { ns: "problems" })) return texts(code, valuesOf(problem.params));
  const said = [problem.message, problem.data?.message, problem.msg].find(
    (text): text is string => typeof text === "string" && text !== "",
  );
  if (said) return said;
  const shown = code ?? (typeof problem.status === "number" ? String(problem.status) : null);
  return shown ? texts("client.server_error_code", { code: shown }) : texts("client.server_error");
}

/** `problemText` for components: null without an error, and follows a change of language. */
export function useProblemText(): (error: unknown) => string | null {
  useTranslation("problems");
  return (error) => (error === null || error === undefined ? null : problemText(error));
}

function problemIn(error: unknown): ProblemLike {
  if (typeof error !== "object" || error === null) return {};
  const inner = (error as { problem?: unknown }).problem;
  return typeof inner === "object" && inner !== null ? inner : error;
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

/** `fetch` rejects with a TypeError when no answer came. */
const isNetworkFailure = (error: unknown) =>
  error instanceof TypeError || (error as { code?: unknown } | null)?.code === "client.connection_error";

const valuesOf = (params: unknown): Record<string, unknown> =>
  typeof params === "object" && params !== null ? { ...params } : {};

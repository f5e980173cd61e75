import type { Problem } from "./wire";

/** Code of the problem for a missing response. */
export const CONNECTION_ERROR = "client.connection_error";

/**
 * Error for any response that is not a success: the server's problem, or the client's own if there was no
 * response.
 */
export class ProblemError extends Error {
  override readonly name = "ProblemError";

  constructor(readonly problem: Problem) {
    super(problem.message);
  }

  get code(): string {
    return this.problem.code;
  }

  /** HTTP status; 0 without a response. */
  get status(): number {
    return this.problem.status;
  }

  /** Number of seconds after which the server asks to retry, if it does. */
  get retryAfterSeconds(): number | null {
    const seconds = Number(this.problem.params.retry_after_seconds);
    return seconds > 0 ? seconds : null;
  }
}

/** Returns the problem for a missing response: offline, refused, or aborted. Text of spec section 8. */
export function connectionProblem(): ProblemError {
  return new ProblemError({
    status: 0,
    code: CONNECTION_ERROR,
    params: {},
    message: "Connection error, please check your network.",
  });
}

/**
 * Parses an error response. The message is looked up in the order of spec section 7, so that responses of
 * proxies and older servers are readable too.
 */
export function problemFrom(response: Response, body: unknown): ProblemError {
  const fields = isRecord(body) ? body : {};
  const params = isRecord(fields.params) ? { ...fields.params } : {};
  const retryAfter = Number(response.headers.get("Retry-After"));
  if (params.retry_after_seconds === undefined && retryAfter > 0) params.retry_after_seconds = retryAfter;
  return new ProblemError({
    type: asText(fields.type),
    title: asText(fields.title),
    status: response.status,
    code: asText(fields.code) ?? `http.${response.status}`,
    params,
    message: messageOf(body),
  });
}

/**
 * Returns the text of an error response: message, data.message, msg, "server error (code)", "server error"
 * (spec section 7).
 */
export function messageOf(body: unknown): string {
  if (!isRecord(body)) return "server error";
  const data = isRecord(body.data) ? body.data : {};
  const told = asText(body.message) ?? asText(data.message) ?? asText(body.msg);
  if (told) return told;
  const code = body.code;
  if (typeof code === "string" || typeof code === "number") return `server error (${code})`;
  return "server error";
}

/**
 * Returns true if retrying the same request later may succeed: there was no response, or a proxy responded
 * instead of our server, which always sends a code of its own.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return false;
  return error.status === 0 || ["http.408", "http.502", "http.503", "http.504"].includes(error.code);
}

/** Converts any thrown value into a problem for the person. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  return {
    status: 0,
    code: "client.unexpected",
    params: {},
    message: error instanceof Error ? error.message : "server error",
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

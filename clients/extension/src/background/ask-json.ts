import { ProblemError, problemFrom } from "@ensemble/contract/problem-error";
import { toBase64 } from "../bytes";
import type { FetchAsk, SentPage } from "../messages";
import { askServer } from "./network";
import { Refuse } from "./pages/answer-page";

/**
 * Sends a JSON request to the connected server; `page`: page whose text it contains. Problems are thrown as
 * refusals for the page.
 */
export async function askJson<Answer>(
  method: "GET" | "POST",
  path: string,
  { body, page, signal }: { body?: unknown; page?: SentPage; signal?: AbortSignal } = {},
): Promise<Answer> {
  const ask: FetchAsk = {
    method,
    path,
    // The server rejects a POST with another content type.
    headers: method === "GET" ? {} : { "content-type": "application/json" },
    body: body === undefined ? null : toBase64(new TextEncoder().encode(JSON.stringify(body))),
    page,
  };
  const response = await askServer(ask, signal).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new Refuse("unreachable", error instanceof Error ? error.message : String(error));
  });
  const text = await response.text();
  if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as Answer;
  throw refusalFrom(problemFrom(response, readJson(text)));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy responded instead of the server.
    return undefined;
  }
}

/** Converts a server error into the refusal that a page receives. */
export function refusalFrom(error: unknown): Refuse {
  if (error instanceof Refuse) return error;
  if (!(error instanceof ProblemError)) return new Refuse("failed", String(error));
  if (error.status === 401) return new Refuse("signed_out");
  return new Refuse(error.status === 0 ? "unreachable" : error.code, error.message);
}

import createClient from "openapi-fetch";
import type { Operations } from "./operations";
import { connectionProblem, type ProblemError, problemFrom } from "./problem-error";

type Method = keyof Operations;
type PathOf<M extends Method> = keyof Operations[M] & string;
type AnswerOf<Operation> = Operation extends { answer: infer Answer } ? Answer : never;
type Inputs<Operation> = Omit<Operation, "answer"> & {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The request outlives the page that makes it. */
  keepalive?: boolean;
};
type Args<Operation> =
  Record<never, never> extends Omit<Operation, "answer">
    ? [inputs?: Inputs<Operation>]
    : [inputs: Inputs<Operation>];

interface AnyInputs {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  keepalive?: boolean;
}

export type Api = ReturnType<typeof createApi>;

export interface ApiOptions {
  /** Where the server is; the page's own origin when absent. */
  baseUrl?: string;
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * The typed client of the server. Each call gives the answer's body or throws a `ProblemError`;
 * an aborted call throws the signal's `AbortError`.
 */
export function createApi(options: ApiOptions = {}) {
  const client = createClient<Record<string, never>>({
    baseUrl: options.baseUrl ?? (typeof location === "undefined" ? undefined : location.origin),
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
  });
  const problemListeners = new Set<(error: ProblemError) => void>();

  async function call(method: Method, path: string, inputs: AnyInputs = {}): Promise<unknown> {
    const request = client.request as unknown as (
      method: string,
      path: string,
      init: object,
    ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
    const answer = await request(method, path, {
      params: { path: inputs.path, query: inputs.query },
      // The server refuses unsafe methods without a JSON content type: a form on another site cannot send one.
      headers: method === "get" ? inputs.headers : { "content-type": "application/json", ...inputs.headers },
      body: inputs.body,
      signal: inputs.signal,
      keepalive: inputs.keepalive,
    }).catch((cause: unknown) => {
      if (inputs.signal?.aborted) throw cause;
      throw tell(connectionProblem());
    });
    if (answer.response.ok) return answer.data;
    throw tell(problemFrom(answer.response, readBody(answer.error)));
  }

  function tell(error: ProblemError): ProblemError {
    for (const listener of problemListeners) listener(error);
    return error;
  }

  const of =
    <M extends Method>(method: M) =>
    <P extends PathOf<M>>(path: P, ...[inputs]: Args<Operations[M][P]>) =>
      call(method, path, inputs as AnyInputs | undefined) as Promise<AnswerOf<Operations[M][P]>>;

  return {
    get: of("get"),
    post: of("post"),
    put: of("put"),
    patch: of("patch"),
    delete: of("delete"),
    /** Sends bytes that are no JSON: a piece of a file, a picture (`type` says which). */
    async putBytes(
      path: string,
      content: Blob,
      signal?: AbortSignal,
      type = "application/octet-stream",
    ): Promise<void> {
      const headers = { "content-type": type };
      const address = new URL(path, options.baseUrl ?? location.origin);
      const request = new Request(address, { method: "PUT", headers, body: content, signal });
      const send = options.fetch ?? ((wanted: Request) => globalThis.fetch(wanted));
      const response = await send(request).catch((cause: unknown) => {
        if (signal?.aborted) throw cause;
        throw tell(connectionProblem());
      });
      if (!response.ok) throw tell(problemFrom(response, readBody(await response.text())));
    },
    /** A file that the server writes, with the name it gives it (RFC 6266). */
    async getFile(path: string): Promise<{ name: string | null; content: Blob }> {
      const address = new URL(path, options.baseUrl ?? location.origin);
      const send = options.fetch ?? ((wanted: Request) => globalThis.fetch(wanted));
      const response = await send(new Request(address)).catch(() => {
        throw tell(connectionProblem());
      });
      if (!response.ok) throw tell(problemFrom(response, readBody(await response.text())));
      const name = response.headers.get("content-disposition")?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
      return { name: name ? decodeURIComponent(name) : null, content: await response.blob() };
    },
    /** Hears of every refusal, for what concerns the whole client: a session that ended. Gives the way to stop. */
    onProblem(listener: (error: ProblemError) => void): () => void {
      problemListeners.add(listener);
      return () => problemListeners.delete(listener);
    },
  };
}

/** The client of the server this page came from. */
export const api = createApi();

/** openapi-fetch hands over text when a body was not JSON. */
function readBody(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

import { onServer } from "./base-path";
import type { Operations } from "./operations";
import { connectionProblem, type ProblemError, problemFrom } from "./problem-error";

type Method = keyof Operations;
type PathOf<M extends Method> = keyof Operations[M] & string;
type AnswerOf<Operation> = Operation extends { answer: infer Answer } ? Answer : never;
type Inputs<Operation> = Omit<Operation, "answer"> & {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Lets the request continue after the page is closed. */
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
  /** Base address of the server; the page's own origin if absent. */
  baseUrl?: string;
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates the typed client of the server. Each call resolves with the response body or throws a
 * `ProblemError`; an aborted call throws the signal's `AbortError`.
 */
export function createApi(options: ApiOptions = {}) {
  const problemListeners = new Set<(error: ProblemError) => void>();
  const send = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const addressOf = (path: string) => new URL(onServer(path), options.baseUrl ?? location.origin);

  /** Sends a request and returns the response if it succeeded. */
  async function answerTo(request: Request, signal?: AbortSignal): Promise<Response> {
    const response = await send(request).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw tell(connectionProblem());
    });
    if (response.ok) return response;
    // An error response may have no body.
    throw tell(problemFrom(response, readJson(await response.text().catch(() => ""))));
  }

  function open(method: Method, path: string, inputs: AnyInputs): Promise<Response> {
    const { body, signal, keepalive } = inputs;
    const request = new Request(addressOf(fillPath(path, inputs.path) + queryOf(inputs.query)), {
      method: method.toUpperCase(),
      // The server rejects unsafe methods without a JSON content type, which a form on another site
      // cannot send.
      headers: method === "get" ? inputs.headers : { "content-type": "application/json", ...inputs.headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      keepalive,
    });
    return answerTo(request, signal);
  }

  async function call(method: Method, path: string, inputs: AnyInputs = {}): Promise<unknown> {
    const { signal } = inputs;
    const response = await open(method, path, inputs);
    const text = await response.text().catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw tell(connectionProblem());
    });
    const answer = text === "" ? undefined : readJson(text);
    // A proxy responded instead of the server.
    if (answer === undefined && text !== "") throw tell(connectionProblem());
    return answer;
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
    /** Returns the response itself, which is an event stream if the server supports it. */
    postForEvents: <P extends PathOf<"post">>(path: P, inputs: Inputs<Operations["post"][P]>) =>
      open("post", path, { ...(inputs as AnyInputs), headers: { accept: "text/event-stream" } }),
    /** Sends binary data: a chunk of a file, an image (`type` is its media type). */
    async putBytes(
      path: string,
      content: Blob,
      signal?: AbortSignal,
      type = "application/octet-stream",
    ): Promise<unknown> {
      const headers = { "content-type": type };
      const request = new Request(addressOf(path), { method: "PUT", headers, body: content, signal });
      const answer = await (await answerTo(request, signal)).text();
      return answer === "" ? undefined : JSON.parse(answer);
    },
    /** Downloads a file from the server with its name (RFC 6266); `body`: data to include. */
    async getFile(path: string, body?: unknown): Promise<{ name: string | null; content: Blob }> {
      const headers = { "content-type": "application/json" };
      const wish = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
      const response = await answerTo(new Request(addressOf(path), wish));
      const name = response.headers.get("content-disposition")?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
      return { name: name ? decodeURIComponent(name) : null, content: await response.blob() };
    },
    /**
     * Calls the listener for every error, for concerns of the whole client such as an ended session. Returns
     * the unsubscribe function.
     */
    onProblem(listener: (error: ProblemError) => void): () => void {
      problemListeners.add(listener);
      return () => problemListeners.delete(listener);
    },
  };
}

/** Client of the server that the page came from. */
export const api = createApi();

const fillPath = (path: string, values: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));

/** Returns the query string `?a=1&b=x`, without absent values and with one entry per list item. */
function queryOf(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one] as const))
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

/** Parses JSON; undefined if it is invalid. */
function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

import { onServer } from "./base-path";
import { connectionProblem, isPassing, ProblemError, problemFrom } from "./problem-error";

export interface SseEvent {
  /** The event's `id:`; null when it had none. */
  id: string | null;
  type: string;
  data: string;
}

export interface SseOptions {
  signal: AbortSignal;
  /** Id of the last event received; the server continues after it. */
  after?: string;
  /**
   * Closes the connection while the page is hidden: over HTTP/1.1 a browser has six connections to a server
   * for all its tabs.
   */
  closeWhenHidden?: boolean;
  /** Called when the connection opens or is lost. */
  onConnection?: (connected: boolean) => void;
  fetch?: typeof globalThis.fetch;
  /** Waits before the next attempt; rejects when aborted. Replaced in tests. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Maximum silence. The server sends a comment every 15 s; after three missing ones the connection is dead.
 */
export const SILENCE_MAX_MS = 45_000;
/** Delay before a hidden page disconnects, so that switching tabs briefly does not. */
const HIDDEN_MAX_MS = 20_000;
const FIRST_PAUSE_MS = 400;
const PAUSE_MAX_MS = 15_000;

/**
 * Reads a stream of server-sent events and reconnects after the last event when the connection is lost or
 * silent. Ends at `event: done`; throws when aborted or on a permanent error.
 */
export async function* sse(url: string, options: SseOptions): AsyncGenerator<SseEvent, void> {
  const { signal, onConnection, pause = pauseUntilOnline } = options;
  let lastId = options.after ?? null;
  let failures = 0;
  while (true) {
    signal.throwIfAborted();
    let asked: number | null = null;
    try {
      for await (const event of readOnce(url, lastId, options)) {
        failures = 0;
        if (event.id !== null) lastId = event.id;
        if (event.type === "done") return;
        yield event;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!mayTryAgain(error)) throw error;
      asked = error instanceof ProblemError ? error.retryAfterSeconds : null;
    }
    onConnection?.(false);
    if (options.closeWhenHidden) await untilVisible(signal);
    await pause(asked === null ? backOff(failures) : asked * 1000, signal);
    failures += 1;
  }
}

/**
 * Returns the reconnection delay: doubles up to 15 s, with jitter, so that a restarted server is not flooded.
 */
export function backOff(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** failures);
  return longest / 2 + (longest / 2) * random();
}

function mayTryAgain(error: unknown): boolean {
  return (
    isPassing(error) || (error instanceof ProblemError && (error.status === 429 || error.status === 500))
  );
}

async function* readOnce(
  url: string,
  lastId: string | null,
  options: SseOptions,
): AsyncGenerator<SseEvent, void> {
  const line = new AbortController();
  const stop = () => line.abort();
  options.signal.addEventListener("abort", stop, { once: true });
  const stopWatching = options.closeWhenHidden ? whenHidden(stop) : () => undefined;
  let silence = setTimeout(stop, SILENCE_MAX_MS);
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(stop, SILENCE_MAX_MS);
  };
  try {
    const given = lastId === null ? takeOver(url) : undefined;
    if (given) {
      given.onHeard = heard;
      line.signal.addEventListener("abort", given.close);
      options.onConnection?.(true);
      yield* given.events;
      return;
    }
    const headers: Record<string, string> = { accept: "text/event-stream" };
    if (lastId !== null) headers["last-event-id"] = lastId;
    const request = options.fetch ?? globalThis.fetch;
    const response = await request(onServer(url), { headers, signal: line.signal, cache: "no-store" }).catch(
      () => {
        throw connectionProblem();
      },
    );
    if (!response.ok) throw problemFrom(response, await response.json().catch(() => undefined));
    if (!response.body) throw connectionProblem();
    options.onConnection?.(true);
    // No page reads a stream before it is painted. If this cannot be loaded, the server is unreachable.
    const { parseEvents } = await import("./event-stream").catch(() => {
      throw connectionProblem();
    });
    yield* parseEvents(response.body, heard);
  } finally {
    clearTimeout(silence);
    stopWatching();
    options.signal.removeEventListener("abort", stop);
    line.abort();
  }
}

/** Connection opened by another request, with its remaining events. */
export interface OpenLine {
  events: AsyncGenerator<SseEvent, void>;
  close: () => void;
  /** Called when data arrives. */
  onHeard: () => void;
}

/** Maximum time until a reader takes a connection that was opened with another request. */
const UNTAKEN_MAX_MS = 10_000;
const opened = new Map<string, OpenLine>();

/** Hands a connection to the next reader of `url`. */
export function handOver(url: string, line: OpenLine): void {
  opened.set(url, line);
  setTimeout(() => opened.get(url) === line && takeOver(url)?.close(), UNTAKEN_MAX_MS);
}

function takeOver(url: string): OpenLine | undefined {
  const line = opened.get(url);
  opened.delete(url);
  return line;
}

/** Calls `close` once the page has been hidden for a while; returns the unsubscribe function. */
function whenHidden(close: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") timer = setTimeout(close, HIDDEN_MAX_MS);
  };
  watch();
  document.addEventListener("visibilitychange", watch);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", watch);
  };
}

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState === "hidden" && !signal.aborted) return;
      document.removeEventListener("visibilitychange", check);
      signal.removeEventListener("abort", check);
      resolve();
    };
    document.addEventListener("visibilitychange", check);
    signal.addEventListener("abort", check);
    check();
  });
}

/** Waits; ends early when the network is back or the tab becomes visible. */
export function pauseUntilOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", finish);
      signal.removeEventListener("abort", abort);
      resolve();
    };
    const abort = () => {
      finish();
      reject(signal.reason);
    };
    const timer = setTimeout(finish, milliseconds);
    globalThis.addEventListener?.("online", finish);
    signal.addEventListener("abort", abort, { once: true });
  });
}

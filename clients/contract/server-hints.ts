import { sse } from "./sse";
import type { ServerHint } from "./wire";

type Listener = (hint: ServerHint | { type: "connected" }) => void;

const listeners = new Set<Listener>();
let line: AbortController | null = null;
let closeWhenHidden = true;

/** Keeps the connection open while no window is visible, for a shell that notifies the person of answers. */
export function hearWhileHidden(): void {
  closeWhenHidden = false;
}

/**
 * Subscribes to the server's hints about changes elsewhere. A tab has one connection for all listeners, open
 * while there are any. `connected` is called on every (re)connection: hints may have been missed, so refetch
 * what is shown.
 */
export function onServerHint(listener: Listener): () => void {
  listeners.add(listener);
  if (!line) open();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    line?.abort();
    line = null;
  };
}

function open(): void {
  const controller = new AbortController();
  line = controller;
  const tell = (hint: Parameters<Listener>[0]) => {
    for (const listener of listeners) listener(hint);
  };
  const read = async () => {
    const onConnection = (connected: boolean) => connected && tell({ type: "connected" });
    for await (const event of sse("/api/events", {
      signal: controller.signal,
      onConnection,
      closeWhenHidden,
    })) {
      const hint = readHint(event.type, event.data);
      if (hint) tell(hint);
    }
  };
  read()
    // A permanent error (signed out) closes the connection; the next listener, after sign-in, opens a new
    // one.
    .catch(() => undefined)
    .finally(() => {
      if (line === controller) line = null;
    });
}

function readHint(type: string, data: string): ServerHint | null {
  try {
    const fields: unknown = JSON.parse(data || "{}");
    return typeof fields === "object" && fields !== null ? ({ ...fields, type } as ServerHint) : null;
  } catch {
    return null;
  }
}

import { useEffect, useEffectEvent } from "react";
import type { CommandName } from "./commands";

type Handler = () => void;

const handlers = new Map<CommandName, Handler[]>();

/** Handles a command while the component is mounted; the last mounted one wins. */
export function useCommand(name: CommandName, handler: Handler, enabled = true): void {
  const run = useEffectEvent(handler);
  useEffect(() => {
    if (!enabled) return;
    const own: Handler = () => run();
    handlers.set(name, [...(handlers.get(name) ?? []), own]);
    return () => {
      handlers.set(
        name,
        (handlers.get(name) ?? []).filter((other) => other !== own),
      );
    };
  }, [name, enabled]);
}

/** Runs a command; returns false if nothing on the screen handles it. */
export function runCommand(name: CommandName): boolean {
  const handler = handlers.get(name)?.at(-1);
  handler?.();
  return handler !== undefined;
}

export const canRunCommand = (name: CommandName): boolean => (handlers.get(name)?.length ?? 0) > 0;

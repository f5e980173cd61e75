import { type Bindings, commandBoundTo, keysOfPress } from "@ensemble/blocks/commands/commands";
import { runCommand } from "@ensemble/blocks/commands/use-command";
import { isMac } from "@ensemble/ui/key-names";
import { useEffect, useEffectEvent } from "react";

/**
 * Runs the command of a pressed shortcut. A field that records shortcuts has the attribute
 * `data-records-keys`.
 */
export function useKeyBindings(bindings: Bindings, enabled: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    if (event.target instanceof Element && event.target.closest("[data-records-keys]")) return;
    const keys = keysOfPress(event, isMac());
    const command = keys ? commandBoundTo(bindings, keys) : null;
    if (command && runCommand(command)) event.preventDefault();
  });
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [enabled]);
}

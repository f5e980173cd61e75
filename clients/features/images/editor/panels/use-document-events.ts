import { type RefObject, useEffect, useEffectEvent } from "react";

interface Handlers {
  keydown(event: KeyboardEvent): void;
  keyup(event: KeyboardEvent): void;
  paste(event: ClipboardEvent): void;
}

/**
 * Handles keys and pasting while the focus is in an element or nowhere. Dialogs and menus are elsewhere in the
 * document, and have keys of their own.
 */
export function useDocumentEvents(place: RefObject<HTMLElement | null>, handlers: Handlers): void {
  const handle = useEffectEvent((event: KeyboardEvent | ClipboardEvent) => {
    const target = event.target as Node | null;
    const isMine = target === document.body || place.current?.contains(target);
    if (!isMine && event.type !== "keyup") return;
    if (event.type === "paste") handlers.paste(event as ClipboardEvent);
    if (event.type === "keydown") handlers.keydown(event as KeyboardEvent);
    if (event.type === "keyup") handlers.keyup(event as KeyboardEvent);
  });
  useEffect(() => {
    const off = new AbortController();
    for (const type of ["keydown", "keyup", "paste"] as const)
      document.addEventListener(type, (event) => handle(event), { signal: off.signal });
    return () => off.abort();
  }, []);
}

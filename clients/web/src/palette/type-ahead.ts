/** Field that takes keys until the palette has loaded. */
let field: HTMLInputElement | null = null;
/** True once Enter was pressed behind what was typed. */
let entered = false;
/** Element that had the focus before. */
let before: Element | null = null;

/** Takes keys from now on, out of sight, so that none goes into the page below. */
export function startTyping(onCancel: () => void): void {
  before = document.activeElement;
  entered = false;
  field ??= document.body.appendChild(document.createElement("input"));
  field.className = "sr-only";
  // A handler that returns false would keep the key from the field.
  field.onkeydown = ({ key, isComposing }) => {
    if (key === "Escape") onCancel();
    entered = key === "Enter" && !isComposing;
  };
  field.focus();
}

/** Returns true until the palette's own field has the focus. */
export const isTyping = (): boolean => field !== null;

/** Returns what was typed since, if the palette has not taken it yet. */
export function takeTyped(): string | null {
  const typed = field?.value ?? null;
  field?.remove();
  field = null;
  return typed;
}

/** Returns true if the first thing found for what was typed is to be opened. */
export const isEntered = (): boolean => entered;

/** Gives the focus back if the palette is closed before it has loaded. */
export function stopTyping(): void {
  if (takeTyped() !== null) focusedBefore()?.focus();
}

export const focusedBefore = (): HTMLElement | null => (before instanceof HTMLElement ? before : null);

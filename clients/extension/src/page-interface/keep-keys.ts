/** Fields in which a person writes. */
const WRITTEN = "textarea, input:not([type=checkbox], [type=radio], [type=button]), [contenteditable]";

/**
 * Keeps what is typed in our fields from the page's shortcuts. A page hears keys before a layer over it, and
 * only sees its host: while somebody writes, the host says that it is edited, which most pages respect. Letters
 * that a page took nevertheless are put in.
 */
export function keepKeys(host: HTMLElement, root: ShadowRoot): void {
  const mark = ({ target }: Event) => {
    if (target instanceof Element && target.matches(WRITTEN)) host.contentEditable = "true";
    else host.removeAttribute("contenteditable");
  };
  root.addEventListener("focusin", mark);
  root.addEventListener("focusout", () => host.removeAttribute("contenteditable"));
  root.addEventListener(
    "keydown",
    (event) => {
      const { key, target, isTrusted, defaultPrevented, isComposing } = event as KeyboardEvent;
      const { ctrlKey, metaKey, altKey } = event as KeyboardEvent;
      const isLetter = [...key].length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;
      if (!isTrusted || !defaultPrevented || !isLetter) return;
      if (target instanceof Element && target.matches(WRITTEN))
        document.execCommand("insertText", false, key);
    },
    { capture: true },
  );
}

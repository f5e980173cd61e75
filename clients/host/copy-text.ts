/** Copies a text, even if the page has no clipboard because of http or a policy. False: it was not copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyAsByKeys(text);
  }
}

/** Copies a text with the browser's copy command, by replacing the copied selection. */
function copyAsByKeys(text: string): boolean {
  const heard = new AbortController();
  const { signal } = heard;
  let copied = false;
  // Browsers first check whether there is anything to copy.
  const own = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const put = (event: ClipboardEvent) => {
    own(event);
    event.clipboardData?.setData("text/plain", text);
    copied = event.clipboardData !== null;
  };
  addEventListener("beforecopy", own, { capture: true, signal });
  addEventListener("copy", put, { capture: true, signal });
  const done = document.execCommand("copy");
  heard.abort();
  return done && copied;
}

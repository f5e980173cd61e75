import { buttonStyle } from "@ensemble/ui/button-styles";
import { ShieldCheck } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { askFromPage, Refused } from "../page-features/ask";
import type { InterfacePage } from "../page-features/feature";
import { openLayer } from "./layer";
import { pageText } from "./page-text";

/**
 * Runs `run`, which sends page content. The first time on a site, shows exactly what will be sent and runs it
 * after approval. Null: the person declined, and nothing was sent. `leaves`: what will be sent, or a function
 * that returns it once it is known.
 */
export async function withReceipt<Result>(
  page: InterfacePage,
  leaves: string | (() => Promise<string>),
  run: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.code !== "receipt_needed") throw error;
  }
  const shown = typeof leaves === "string" ? leaves : await leaves();
  if (!(await showReceipt(page, shown))) return null;
  await askFromPage("page→background: allow sending");
  return run();
}

/** Shows the text to be sent; resolves with the person's approval. */
function showReceipt(page: InterfacePage, leaves: string): Promise<boolean> {
  return new Promise((resolve) => {
    const layer = openLayer(page);
    const decide = (sends: boolean) => {
      layer.close();
      resolve(sends);
    };
    page.signal.addEventListener("abort", () => resolve(false), { once: true });
    layer.render(<Receipt leaves={leaves} server={page.config.server ?? ""} decide={decide} />);
  });
}

export function Receipt({
  leaves,
  server,
  decide,
}: {
  leaves: string;
  server: string;
  decide: (sends: boolean) => void;
}) {
  const text = pageText("page");
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => focusableIn(dialog.current)[0]?.focus({ preventScroll: true }), []);
  return (
    // A native modal dialog would make the browser style a page of 100,000 elements again.
    <div className="fixed inset-0 flex bg-scrim">
      <div
        ref={dialog}
        role="dialog"
        aria-modal="true"
        aria-labelledby="receipt-title"
        onKeyDown={(event) => {
          if (event.key === "Escape") decide(false);
          if (event.key === "Tab") keepFocus(event, dialog.current);
        }}
        className="m-auto flex max-h-[min(90vh,560px)] w-[min(440px,calc(100vw-16px))] flex-col gap-3 overflow-hidden rounded-lg bg-raised p-5 text-ink text-sm shadow-float"
      >
        <h2 id="receipt-title" className="flex items-center gap-2 font-semibold text-base">
          <ShieldCheck className="size-5 flex-none text-accent-ink" aria-hidden="true" />
          {text("receipt_title")}
        </h2>
        <p className="text-muted">{text("receipt_description", { host: location.hostname })}</p>
        <p>
          <span className="text-muted">{text("receipt_to")} </span>
          <bdi dir="ltr">{server}</bdi>
        </p>
        <SentText label={text("receipt_text")} text={leaves} />
        <p className="text-muted">{text("receipt_once", { host: location.hostname })}</p>
        <div className="flex justify-end gap-2">
          <button type="button" className={buttonStyle("secondary")} onClick={() => decide(false)}>
            {text("receipt_keep")}
          </button>
          <button type="button" className={buttonStyle("primary")} onClick={() => decide(true)}>
            {text("receipt_send")}
          </button>
        </div>
      </div>
    </div>
  );
}

const focusableIn = (dialog: HTMLElement | null): HTMLElement[] => [
  ...(dialog?.querySelectorAll<HTMLElement>("button, [tabindex='0']") ?? []),
];

/** Moves the focus from the last element of a dialog to the first, and back. */
function keepFocus(event: KeyboardEvent, dialog: HTMLElement | null): void {
  const all = focusableIn(dialog);
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
  if (event.target !== from) return;
  event.preventDefault();
  to?.focus();
}

/** Length of a part of a long text, and the number of parts that are added as it is scrolled. */
const PART_CHARS = 4_000;
const PARTS = 5;

/** Shows a text of any length as far as it is scrolled: laying out all of a long one would block the page. */
function SentText({ label, text }: { label: string; text: string }) {
  const [shown, setShown] = useState(PARTS);
  const parts = useMemo(() => partsOf(text), [text]);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
      tabIndex={0}
      aria-label={label}
      dir="auto"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop < 3 * clientHeight) setShown((count) => count + PARTS);
      }}
      className="min-h-16 flex-1 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 text-xs"
    >
      {parts.slice(0, shown).join("\n")}
    </section>
  );
}

/** Cuts a text at its lines. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.length - at <= PART_CHARS ? -1 : text.indexOf("\n", at + PART_CHARS);
    parts.push(text.slice(at, end < 0 ? text.length : end));
    at = end < 0 ? text.length : end + 1;
  }
  return parts;
}

import { buttonStyle } from "@ensemble/ui/button-styles";
import { ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
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

function Receipt({
  leaves,
  server,
  decide,
}: {
  leaves: string;
  server: string;
  decide: (sends: boolean) => void;
}) {
  const text = pageText("page");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="receipt-title"
      onCancel={(event) => {
        event.preventDefault();
        decide(false);
      }}
      className="fixed inset-0 m-auto flex max-h-[min(90vh,560px)] w-[min(440px,calc(100vw-16px))] flex-col gap-3 overflow-hidden rounded-lg bg-raised p-5 text-ink text-sm shadow-float backdrop:bg-scrim"
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
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
        tabIndex={0}
        aria-label={text("receipt_text")}
        dir="auto"
        className="min-h-16 flex-1 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 text-xs"
      >
        {leaves}
      </section>
      <p className="text-muted">{text("receipt_once", { host: location.hostname })}</p>
      <div className="flex justify-end gap-2">
        <button type="button" className={buttonStyle("secondary")} onClick={() => decide(false)}>
          {text("receipt_keep")}
        </button>
        <button type="button" className={buttonStyle("primary")} onClick={() => decide(true)}>
          {text("receipt_send")}
        </button>
      </div>
    </dialog>
  );
}

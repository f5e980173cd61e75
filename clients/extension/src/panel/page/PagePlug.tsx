import { runCommand } from "@ensemble/blocks/commands/use-command";
import { useText } from "@ensemble/i18n/text";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { IconButton } from "@ensemble/ui/IconButton";
import { FileText, X } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import type { PageText } from "../../page/page-text";
import { allowAndRead, dropPage, type PageState, readTab, usePage } from "./page-store";
import { ReadAgain } from "./ReadAgain";

const AttachedPage = lazy(() => import("./AttachedPage").then((file) => ({ default: file.AttachedPage })));

/** Shows the attached page above the composer: how much of it is sent, and what is left out. */
export function PagePlug() {
  const { page } = usePage();
  return (
    <div data-page={page.kind} className="rounded-md bg-sunken text-sm shadow-[inset_0_0_0_1px_var(--line)]">
      <Chip page={page} />
    </div>
  );
}

function Chip({ page }: { page: PageState }) {
  const text = useText("extension");
  switch (page.kind) {
    case "away":
      return <AskButton label={text("page_ask")} />;
    case "reading":
      return (
        <p role="status" className="flex h-9 items-center gap-2 px-3 text-muted">
          <Spinner className="size-4" />
          {text("page_reading")}
        </p>
      );
    case "broken":
      return <Trouble said={text("page_broken")} action={<ReadAgain />} />;
    case "closed":
      return page.pattern === null ? (
        <Trouble
          said={text(`page_closed_by.${page.by}`)}
          action={page.by === "not_loaded" ? <ReadAgain /> : undefined}
        />
      ) : (
        <Allow pattern={page.pattern} />
      );
    case "sent":
      return <AskButton label={text("page_sent", { title: page.page.title })} />;
    case "pdf":
      return <Pdf page={page.page} />;
    case "ready":
      return (
        <Suspense fallback={<p className="h-9" />}>
          <AttachedPage page={page.page} />
        </Suspense>
      );
  }
}

/** Offers to summarize a PDF and ask about it there, because a message cannot include a PDF. */
function Pdf({ page }: { page: PageText }) {
  const text = useText("extension");
  return (
    <div className="flex items-center gap-1 ps-3 pe-1">
      <FileText className="size-4 flex-none text-accent-ink" aria-hidden="true" />
      <p className="min-w-0 flex-1 py-1.5 ps-1">
        <bdi className="block truncate font-medium">{page.title}</bdi>
        <span className="block text-pretty text-faint text-xs">{text("page_pdf")}</span>
      </p>
      <IconButton size="sm" label={text("page_drop")} icon={<X />} onClick={dropPage} />
    </div>
  );
}

function AskButton({ label }: { label: string }) {
  const readAndAsk = () => {
    void readTab();
    // The button disappears; the focus moves to the composer.
    runCommand("chat.focus_composer");
  };
  return (
    <button
      type="button"
      onClick={readAndAsk}
      className="flex h-9 w-full items-center gap-2 rounded-md px-3 text-start text-muted hover:bg-hover hover:text-ink touch:h-11"
    >
      <FileText className="size-4 flex-none" aria-hidden="true" />
      <span className="min-w-0 truncate">{label}</span>
    </button>
  );
}

function Allow({ pattern }: { pattern: string }) {
  const text = useText("extension");
  return (
    <Trouble
      said={text("page_closed_by.not_allowed")}
      action={
        <button
          type="button"
          className="flex-none rounded-sm px-2 py-1 font-medium text-accent-ink hover:underline"
          onClick={() => void allowAndRead(pattern)}
        >
          {text(pattern === "*" ? "page_allow_all" : "page_allow")}
        </button>
      }
    />
  );
}

function Trouble({ said, action }: { said: string; action?: ReactNode }) {
  const text = useText("extension");
  return (
    <div role="status" className="flex items-center gap-2 py-1 ps-3 pe-1">
      <p className="min-w-0 flex-1 text-pretty text-muted">{said}</p>
      {action}
      <IconButton size="sm" label={text("page_drop")} icon={<X />} onClick={dropPage} />
    </div>
  );
}

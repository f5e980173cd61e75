import { shortNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Spinner } from "@ensemble/ui/Spinner";
import { Switch } from "@ensemble/ui/Switch";
import { ChevronDown, FileText, RotateCw, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { PageText } from "../page/page-text";
import { LeftOut } from "./LeftOut";
import { allowAndRead, dropPage, follow, type PageState, readTab, usePage, watchTabs } from "./page-store";

/** Over the composer: which page goes along with the message, how much of it, and what is left out. */
export function PagePlug() {
  const { page } = usePage();
  useEffect(watchTabs, []);
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
      return <AskButton label={text("page_ask")} onClick={() => void readTab()} />;
    case "reading":
      return (
        <p role="status" className="flex h-9 items-center gap-2 px-3 text-muted">
          <Spinner className="size-4" />
          {text("page_reading")}
        </p>
      );
    case "broken":
      return <Trouble said={text("page_broken")} action={<Again />} />;
    case "closed":
      return page.pattern === null ? (
        <Trouble said={text("page_forbidden")} />
      ) : (
        <Allow pattern={page.pattern} />
      );
    case "sent":
      return (
        <AskButton label={text("page_sent", { title: page.page.title })} onClick={() => void readTab()} />
      );
    case "ready":
      return <Attached page={page.page} />;
  }
}

function AskButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-9 w-full items-center gap-2 rounded-md px-3 text-start text-muted hover:bg-hover hover:text-ink touch:h-11"
    >
      <FileText className="size-4 flex-none" aria-hidden="true" />
      <span className="min-w-0 truncate">{label}</span>
    </button>
  );
}

function Attached({ page }: { page: PageText }) {
  const text = useText("extension");
  const { locale } = useLocale();
  const { following } = usePage();
  const [open, setOpen] = useState(false);
  const words = (count: number) => shortNumber(count, locale);
  return (
    <>
      <div className="flex items-center gap-1 ps-3 pe-1">
        <FileText className="size-4 flex-none text-accent-ink" aria-hidden="true" />
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-center gap-1 rounded-sm py-1.5 ps-1 text-start"
        >
          <span className="min-w-0 flex-1">
            <bdi className="block truncate font-medium">{page.title}</bdi>
            <span className="block truncate text-faint text-xs">
              {text(page.kind === "selection" ? "page_selection" : "page_words", {
                words: words(page.words),
                all: words(Math.max(page.pageWords, page.words)),
              })}
            </span>
          </span>
          <ChevronDown
            className={`size-4 flex-none text-muted ${open ? "rotate-180" : ""}`}
            aria-hidden="true"
          />
        </button>
        <Again />
        <IconButton size="sm" label={text("page_drop")} icon={<X />} onClick={dropPage} />
      </div>
      {open ? (
        <div className="flex max-h-44 flex-col gap-2 overflow-y-auto border-line border-t px-3 py-2 text-xs">
          <p className="text-faint">
            <bdi dir="ltr" className="break-all">
              {page.address}
            </bdi>
          </p>
          <LeftOut page={page} />
          <div className="flex items-center gap-2">
            <span className="flex-1">{text("page_follow")}</span>
            <Switch label={text("page_follow")} checked={following} onChange={(on) => void follow(on)} />
          </div>
        </div>
      ) : null}
    </>
  );
}

function Again() {
  const text = useText("extension");
  return (
    <IconButton size="sm" label={text("page_again")} icon={<RotateCw />} onClick={() => void readTab()} />
  );
}

function Allow({ pattern }: { pattern: string }) {
  const text = useText("extension");
  return (
    <Trouble
      said={text("page_closed")}
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

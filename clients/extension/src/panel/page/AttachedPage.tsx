import { shortNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Switch } from "@ensemble/ui/fields/Switch";
import { IconButton } from "@ensemble/ui/IconButton";
import { ChevronDown, FileText, X } from "lucide-react";
import { useState } from "react";
import type { PageText } from "../../page/page-text";
import { LeftOut } from "./LeftOut";
import { dropPage, follow, usePage } from "./page-store";
import { ReadAgain } from "./ReadAgain";

/** Shows the attached page: its title, size, and on request what is left out. */
export function AttachedPage({ page }: { page: PageText }) {
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
        <ReadAgain />
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

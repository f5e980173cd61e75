import { PLACES } from "@ensemble/blocks/places";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { MemoEntry, MemoSummary } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMenuArea } from "@ensemble/ui/popups/menu-area";
import { MenuAreaContext } from "@ensemble/ui/popups/menu-area-context";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { RotateCcw } from "lucide-react";
import { KIND_ICONS } from "./kinds";
import { MemoMenu } from "./MemoMenu";
import { changeMemosMutation } from "./memo-queries";

/** Card of a memo. */
export function MemoCard({
  memo,
  layout,
  chosen,
  onToggle,
}: {
  memo: MemoEntry;
  layout: "list" | "grid";
  /** Selection state; null: selection mode is off. */
  chosen: boolean | null;
  onToggle: () => void;
}) {
  const text = useText("memos");
  const { locale } = useLocale();
  const { area, ref } = useMenuArea();
  const change = useMutation(changeMemosMutation(useQueryClient()));
  const Icon = KIND_ICONS[memo.kind];
  const title = memo.title || text("untitled");
  const isDeleted = memo.deleted_at !== null;
  return (
    <li
      ref={ref}
      className={clsx(
        "group relative flex gap-3",
        layout === "grid"
          ? "rounded-lg sm:min-h-36 bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)] hover:shadow-[inset_0_0_0_1px_var(--edge)]"
          : "px-1 py-3",
        chosen && "bg-accent-soft",
      )}
    >
      {chosen === null ? null : (
        <label className="z-10 flex-none after:absolute after:inset-0 after:rounded-lg">
          <input
            type="checkbox"
            checked={chosen}
            aria-label={text("select_title", { title })}
            onChange={onToggle}
            className="relative z-10 mt-0.5 size-5 accent-[var(--accent)]"
          />
        </label>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex items-start gap-2">
          <Icon
            className="mt-1 size-4 flex-none text-muted"
            aria-label={text(`kinds.${memo.kind}`)}
            role="img"
          />
          <h2 className="min-w-0 flex-1 font-medium">
            {isDeleted || chosen !== null ? (
              <Title>{title}</Title>
            ) : (
              <AppLink to={PLACES.memo(memo.id)} className="after:absolute after:inset-0 after:rounded-lg">
                <Title>{title}</Title>
              </AppLink>
            )}
          </h2>
          {chosen !== null ? null : isDeleted ? (
            <IconButton
              size="sm"
              className="z-10 -my-0.5 touch:-my-2.5"
              label={text("restore_title", { title })}
              icon={<RotateCcw />}
              onClick={() => change.mutate({ ids: [memo.id], action: { action: "restore" } })}
            />
          ) : (
            <span className="z-10 -my-0.5 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-data-popup-open:opacity-100 touch:-my-2.5 touch:opacity-100">
              <MenuAreaContext value={area}>
                <MemoMenu memo={memo} onSelect={onToggle} />
              </MenuAreaContext>
            </span>
          )}
        </div>
        {memo.file_id ? (
          <img
            src={fileContentUrl(memo.file_id)}
            alt={text("picture_of", { title })}
            loading="lazy"
            className={clsx(
              "rounded-md bg-sunken object-cover",
              layout === "grid" ? "h-32 w-full" : "h-16 w-24",
            )}
          />
        ) : null}
        {memo.summary ? <SummaryLine summary={memo.summary} /> : null}
        {memo.excerpt && memo.excerpt !== memo.title ? (
          <p
            className={clsx(
              "plain-start break-words text-muted text-sm",
              layout === "grid" ? "line-clamp-4" : "line-clamp-2",
            )}
          >
            {memo.excerpt}
          </p>
        ) : null}
        <p className="mt-auto flex flex-wrap items-center gap-x-2 gap-y-1 pt-1 text-faint text-xs">
          <span>{relativeTime(memo.updated_at, Date.now(), locale)}</span>
          {memo.tags.map((tag) => (
            <span
              key={tag}
              dir="auto"
              className="max-w-40 truncate rounded-full bg-sunken px-2 py-0.5 text-muted"
            >
              {tag}
            </span>
          ))}
        </p>
      </div>
    </li>
  );
}

/** Title, truncated after two lines. */
function Title({ children }: { children: string }) {
  return <span className="plain-start line-clamp-2 break-words">{children}</span>;
}

/** Shows the description of a memo's image, or its progress. */
function SummaryLine({ summary: { state, text: said } }: { summary: MemoSummary }) {
  const text = useText("memos");
  if (state === "complete") {
    return <p className="plain-start line-clamp-2 break-words text-sm">{said}</p>;
  }
  return (
    <p className={clsx("flex items-center gap-2 text-sm", state === "failed" ? "text-danger" : "text-muted")}>
      {state === "summarizing" ? <Spinner /> : null}
      {text(`summary_states.${state}`)}
    </p>
  );
}

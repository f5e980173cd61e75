import { AppLink } from "@ensemble/host/navigation";
import { factsLine, relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import clsx from "clsx";
import { Trash2, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { OneLine } from "../OneLine";
import type { TaskEntry } from "./task-kind";

/** Content of the rows, which differs by kind. */
export interface RowLook<Entry> {
  placeOf: (id: string) => string;
  /** Id of the open one. */
  current?: string;
  icon?: (entry: Entry) => ReactNode;
  /** Facts after the time: its state unless it is done, and the like. */
  facts?: (entry: Entry) => readonly (string | null)[];
  badges?: (entry: Entry) => ReactNode;
  onOpen?: () => void;
}

/** Shows a task in a list: a link with its facts, and a delete button; in the trash, a restore button. */
export function TaskRow<Entry extends TaskEntry>({
  entry,
  placeOf,
  current,
  onOpen,
  onDelete,
  onRestore,
  ...content
}: RowLook<Entry> & {
  entry: Entry;
  onDelete: () => void;
  /** Absent unless it is in the trash. */
  onRestore?: () => void;
}) {
  const text = useText("common");
  const isCurrent = entry.id === current;
  const { title } = entry;
  const body = <RowContent entry={entry} {...content} />;
  return (
    <li className={clsx("flex items-center gap-1 rounded-md hover:bg-hover", isCurrent && "bg-accent-soft")}>
      {onRestore ? (
        <div className={bodyStyle}>{body}</div>
      ) : (
        <AppLink
          to={placeOf(entry.id)}
          aria-current={isCurrent ? "page" : undefined}
          onClick={onOpen}
          className={bodyStyle}
        >
          {body}
        </AppLink>
      )}
      <IconButton
        size="sm"
        label={text(onRestore ? "restore_title" : "delete_title", { title })}
        icon={onRestore ? <Undo2 className="rtl:-scale-x-100" /> : <Trash2 />}
        onClick={onRestore ?? onDelete}
      />
    </li>
  );
}

const bodyStyle = "flex min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-2";

function RowContent<Entry extends TaskEntry>({
  entry,
  icon,
  facts,
  badges,
}: Pick<RowLook<Entry>, "icon" | "facts" | "badges"> & { entry: Entry }) {
  const { locale } = useLocale();
  const time = relativeTime(entry.created_at, Date.now(), locale);
  return (
    <>
      {icon?.(entry)}
      <span className="min-w-0 flex-1">
        <span className="block text-sm">
          <OneLine>{entry.title}</OneLine>
        </span>
        <span className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-faint text-xs">
          <span className="min-w-0 truncate">{factsLine([time, ...(facts?.(entry) ?? [])])}</span>
          {badges?.(entry)}
        </span>
      </span>
    </>
  );
}

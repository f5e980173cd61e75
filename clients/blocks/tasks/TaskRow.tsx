import { AppLink } from "@ensemble/host/navigation";
import { factsLine, relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import clsx from "clsx";
import { Trash2 } from "lucide-react";
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

/** Shows a task in a list: a link with its facts, and a delete button. */
export function TaskRow<Entry extends TaskEntry>({
  entry,
  placeOf,
  current,
  icon,
  facts,
  badges,
  onOpen,
  onDelete,
}: RowLook<Entry> & { entry: Entry; onDelete: () => void }) {
  const text = useText("common");
  const { locale } = useLocale();
  const isCurrent = entry.id === current;
  const time = relativeTime(entry.created_at, Date.now(), locale);
  return (
    <li className={clsx("flex items-center gap-1 rounded-md hover:bg-hover", isCurrent && "bg-accent-soft")}>
      <AppLink
        to={placeOf(entry.id)}
        aria-current={isCurrent ? "page" : undefined}
        onClick={onOpen}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-2"
      >
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
      </AppLink>
      <IconButton
        size="sm"
        label={text("delete_title", { title: entry.title })}
        icon={<Trash2 />}
        onClick={onDelete}
      />
    </li>
  );
}

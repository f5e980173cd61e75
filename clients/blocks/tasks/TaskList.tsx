import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useDebounced } from "../use-debounced";
import { TaskBoundary } from "./TaskBoundary";
import { TaskFilters } from "./TaskFilters";
import { type RowLook, TaskRow } from "./TaskRow";
import { ALL_TASKS, type TaskEntry, type TaskFilter, type TaskKind } from "./task-kind";
import { useTaskDeletion } from "./use-task-deletion";

export interface TaskListProps<Task extends { id: string }, Entry extends TaskEntry> extends RowLook<Entry> {
  kind: TaskKind<Task, Entry>;
  /** Toast after an entry was deleted. */
  deleted: string;
  onDeleted?: (entry: Entry) => void;
  empty: ReactNode;
}

/** Lists a person's tasks of one kind, newest first. Entries open, are deleted and restored. */
export function TaskList<Task extends { id: string }, Entry extends TaskEntry>({
  kind,
  deleted,
  onDeleted,
  empty,
  heading,
  ...look
}: TaskListProps<Task, Entry> & { heading?: string }) {
  const text = useText("common");
  const [filter, setFilter] = useState(ALL_TASKS);
  const q = useDebounced(filter.q);
  const list = useInfiniteQuery(kind.list({ ...filter, q }));
  const { remove, restore } = useTaskDeletion(kind);
  const erase = (entry: Entry) =>
    remove(entry, {
      onSuccess: () => {
        showToast({ title: deleted, action: { label: text("undo"), onPress: () => restore(entry) } });
        onDeleted?.(entry);
      },
    });
  const shown = list.data?.pages.flatMap(({ items }) => items);
  const { isPending, error, refetch } = list;
  return (
    <div className="flex flex-col gap-2">
      {kind.hasFilters ? <TaskFilters filter={filter} onChange={setFilter} /> : null}
      <TaskBoundary
        query={{ data: shown, isPending, error, refetch }}
        isEmpty={({ length }) => length === 0}
        empty={<NoTasks filter={{ ...filter, q }}>{empty}</NoTasks>}
      >
        {(entries) => (
          <section aria-label={heading} className="flex flex-col gap-2">
            {heading ? <h2 className="font-semibold">{heading}</h2> : null}
            <ul className="flex flex-col">
              {entries.map((entry) => (
                <TaskRow
                  key={entry.id}
                  entry={entry}
                  onDelete={() => erase(entry)}
                  onRestore={filter.deleted ? () => restore(entry) : undefined}
                  {...look}
                />
              ))}
            </ul>
            <MoreButton list={list}>{text("show_more")}</MoreButton>
          </section>
        )}
      </TaskBoundary>
    </div>
  );
}

/** Empty state of a list; `children` is that of the unfiltered one. */
function NoTasks({ filter, children }: { filter: TaskFilter; children: ReactNode }) {
  const text = useText("common");
  if (filter.q.trim() !== "") return <EmptyState icon={<SearchX />} title={text("nothing_matches")} />;
  if (filter.deleted) return <EmptyState icon={<Trash2 />} title={text("trash_is_empty")} />;
  return children;
}

import { useText } from "@ensemble/i18n/text";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { TaskBoundary } from "./TaskBoundary";
import { type RowLook, TaskRow } from "./TaskRow";
import type { TaskEntry, TaskKind } from "./task-kind";
import { type TaskDeletion, useTaskDeletion } from "./use-task-deletion";

export interface TaskListProps<Task extends { id: string }, Entry extends TaskEntry> extends RowLook<Entry> {
  kind: TaskKind<Task, Entry>;
  /** Toast after an entry was deleted. */
  deleted: string;
  /** Replaces the deletion of the kind. */
  deletion?: TaskDeletion<Entry>;
  empty: ReactNode;
}

/** Lists a person's tasks of one kind, newest first. Entries open, are deleted and restored. */
export function TaskList<Task extends { id: string }, Entry extends TaskEntry>({
  kind,
  deleted,
  deletion,
  empty,
  heading,
  ...look
}: TaskListProps<Task, Entry> & { heading?: string }) {
  const text = useText("common");
  const list = useInfiniteQuery(kind.list);
  const usual = useTaskDeletion(kind);
  const { remove, restore, isHidden } = deletion ?? usual;
  const erase = (entry: Entry) =>
    remove(entry, {
      onSuccess: () =>
        showToast({ title: deleted, action: { label: text("undo"), onPress: () => restore(entry) } }),
    });
  const shown = list.data?.pages.flatMap(({ items }) => items).filter(({ id }) => !isHidden?.(id));
  const { isPending, error, refetch } = list;
  return (
    <TaskBoundary
      query={{ data: shown, isPending, error, refetch }}
      isEmpty={({ length }) => length === 0}
      empty={empty}
    >
      {(entries) => (
        <section aria-label={heading} className="flex flex-col gap-2">
          {heading ? <h2 className="font-semibold">{heading}</h2> : null}
          <ul className="flex flex-col">
            {entries.map((entry) => (
              <TaskRow key={entry.id} entry={entry} onDelete={() => erase(entry)} {...look} />
            ))}
          </ul>
          <MoreButton list={list}>{text("show_more")}</MoreButton>
        </section>
      )}
    </TaskBoundary>
  );
}

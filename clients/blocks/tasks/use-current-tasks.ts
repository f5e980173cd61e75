import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isActive, type TaskEntry, type TaskKind, type TaskState } from "./task-kind";

/**
 * Returns the ids of the tasks at work, of this page and of others, and of those that were, until they are dismissed.
 * `begun`: those that this page began, newest first.
 */
export function useCurrentTasks<Task extends { id: string }, Entry extends TaskEntry & { state: TaskState }>(
  kind: Pick<TaskKind<Task, Entry>, "list">,
  begun: readonly string[],
) {
  const { data } = useInfiniteQuery(kind.list());
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const listed = data?.pages.flatMap(({ items }) => items) ?? [];
  // One that was seen at work stays until it is dismissed.
  const [seen, setSeen] = useState<readonly string[]>([]);
  const active = listed.filter(({ state }) => isActive(state)).map(({ id }) => id);
  const fresh = active.filter((id) => !seen.includes(id));
  if (fresh.length > 0) setSeen([...fresh, ...seen]);
  return {
    shown: [...new Set([...begun, ...seen])].filter((id) => !dismissed.has(id)),
    dismiss: (id: string) => setDismissed(new Set([...dismissed, id])),
  };
}

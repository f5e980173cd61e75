import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TaskEntry, TaskKind } from "./task-kind";

/** Deletes entries of a list, and brings them back. */
export interface TaskDeletion<Entry> {
  remove: (entry: Entry, then: { onSuccess: () => void }) => void;
  restore: (entry: Entry) => void;
}

/** Returns the deletion of a kind whose server keeps what was deleted for a while. */
export function useTaskDeletion<Task extends { id: string }, Entry extends TaskEntry>(
  kind: TaskKind<Task, Entry>,
): TaskDeletion<Entry> {
  const client = useQueryClient();
  const remove = useMutation(kind.remove(client));
  const restore = useMutation(kind.restore(client));
  return { remove: remove.mutate, restore: restore.mutate };
}

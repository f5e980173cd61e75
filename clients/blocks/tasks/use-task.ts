import { api } from "@ensemble/contract/api";
import { sse } from "@ensemble/contract/sse";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { refetchChanged } from "../refetch-changed";
import type { TaskEntry, TaskKind, TaskState } from "./task-kind";

/** Returns the query of a task; it waits until there is an id. */
export const useTask = <Task extends { id: string }, Entry extends TaskEntry>(
  kind: TaskKind<Task, Entry>,
  id: string | undefined,
) => useQuery({ ...kind.one(id ?? ""), enabled: id !== undefined });

/** Progress of a task as its events report it. */
export interface TaskStatus {
  state: TaskState;
  /** 0 to 100. Simulated by the server where a provider reports none. */
  percent: number;
  /** Null unless the task is queued. */
  queue: { position: number; wait_seconds: number } | null;
}

/**
 * Follows the events of a task, refetches it after each change, and reports it as seen at its end. Null before the
 * first event, without an id, and for kinds without events.
 */
export function useTaskStatus<Task extends { id: string }, Entry extends TaskEntry>(
  kind: TaskKind<Task, Entry>,
  id: string | null,
): TaskStatus | null {
  const client = useQueryClient();
  const [shown, setShown] = useState<{ id: string; status: TaskStatus } | null>(null);
  useSeen(kind.eventsOf ? id : null);
  useEffect(() => {
    const address = id === null ? undefined : kind.eventsOf?.(id);
    if (id === null || address === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const read = async () => {
      for await (const { type, data } of sse(address, { signal, closeWhenHidden: true })) {
        setShown({ id, status: JSON.parse(data) as TaskStatus });
        if (type === "task.updated")
          void refetchChanged(client, { queryKey: kind.one(id).queryKey, exact: true });
      }
    };
    read()
      // Polling continues without the events.
      .catch(() => undefined)
      .then(() => (signal.aborted ? undefined : kind.refresh(client)));
    return () => controller.abort();
  }, [client, kind, id]);
  return shown?.id === id ? shown.status : null;
}

/**
 * Reports a task as seen once it is over or waits, so that its person is not notified of what they are looking
 * at. `id`: the task while it is active; null afterwards, and for kinds without events.
 */
function useSeen(id: string | null): void {
  const followed = useRef<string | null>(null);
  useEffect(() => {
    const before = followed.current;
    followed.current = id;
    if (before === null || id !== null || document.visibilityState === "hidden") return;
    // Without it there is one notification too many.
    api.post("/api/tasks/{id}/seen", { path: { id: before } }).catch(() => undefined);
  }, [id]);
}

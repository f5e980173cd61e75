import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import { byCursor } from "../by-cursor";
import { usageQuery } from "../shared-queries";

/** State of a task. The last three are final until it is retried. */
export type TaskState = "queued" | "running" | "paused" | "succeeded" | "failed" | "cancelled";

/** Returns true if nothing happens to a task by itself any more. */
export const isFinal = (state: TaskState): boolean =>
  state === "succeeded" || state === "failed" || state === "cancelled";

/** Returns true if a task advances by itself. */
export const isActive = (state: TaskState): boolean => state === "queued" || state === "running";

/** Fields that the lists of all kinds show. */
export interface TaskEntry {
  id: string;
  title: string;
  created_at: string;
}

export interface TaskPage<Entry> {
  items: Entry[];
  next_cursor?: string | null;
}

/** Requests of a kind of task, and how its states translate. */
export interface TaskRequests<Task extends { id: string }, Entry extends TaskEntry> {
  /** First part of its query keys. */
  key: string;
  get: (id: string, signal: AbortSignal) => Promise<Task>;
  list: (
    query: { cursor: string | undefined; limit: number },
    signal: AbortSignal,
  ) => Promise<TaskPage<Entry>>;
  cancel: (task: Task) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
  /** Undoes a removal; absent if a removal is permanent. */
  restore?: (id: string) => Promise<unknown>;
  stateOf: (task: Task) => TaskState;
  /** Returns the address of a task's events; absent if the kind has none. */
  eventsOf?: (id: string) => string;
}

const PAGE_SIZE = 30;
/** Poll interval of a task that advances by itself, in case events are lost. */
const POLL_MS = 2_500;

export type TaskKind<Task extends { id: string }, Entry extends TaskEntry> = ReturnType<
  typeof taskKind<Task, Entry>
>;

/** Kind of task as far as its changes matter. */
export type TaskRefresh = Pick<TaskKind<{ id: string }, TaskEntry>, "refresh">;

/** Creates the queries and mutations of a kind of task. */
export function taskKind<Task extends { id: string }, Entry extends TaskEntry>(
  requests: TaskRequests<Task, Entry>,
) {
  const { key, stateOf } = requests;
  const one = (id: string) =>
    queryOptions({
      queryKey: [key, "one", id],
      queryFn: ({ signal }) => requests.get(id, signal),
      refetchInterval: ({ state }) => (state.data && isActive(stateOf(state.data)) ? POLL_MS : false),
    });
  const list = infiniteQueryOptions({
    queryKey: [key, "list"],
    queryFn: ({ pageParam, signal }) => requests.list({ cursor: pageParam, limit: PAGE_SIZE }, signal),
    ...byCursor,
  });
  /** Refetches the shown tasks, their list and what the person has left. */
  const refresh = (client: QueryClient) =>
    invalidate(client, [key, "one"], list.queryKey, usageQuery.queryKey);
  return {
    stateOf,
    eventsOf: requests.eventsOf,
    /** Sends the removal of a task. */
    erase: requests.remove,
    one,
    list,
    refresh,
    /** Mutation that returns the new state of a task. The component shows its errors. */
    change: <Wish = void>(client: QueryClient, send: (wish: Wish) => Promise<Task>) =>
      mutationOptions({
        meta: { ownError: true },
        mutationFn: send,
        onSuccess: (task) => {
          client.setQueryData(one(task.id).queryKey, task);
          return invalidate(client, list.queryKey);
        },
      }),
    cancel: (client: QueryClient) =>
      mutationOptions({ mutationFn: requests.cancel, onSettled: () => refresh(client) }),
    remove: (client: QueryClient) =>
      mutationOptions({
        mutationFn: ({ id }: TaskEntry) => requests.remove(id),
        onSettled: () => invalidate(client, list.queryKey),
      }),
    restore: (client: QueryClient) =>
      mutationOptions({
        mutationFn: async ({ id }: TaskEntry) => requests.restore?.(id),
        onSettled: () => refresh(client),
      }),
  };
}

const invalidate = (client: QueryClient, ...keys: QueryKey[]) =>
  Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));

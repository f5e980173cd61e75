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

/** Tasks that a list shows. */
export interface TaskFilter {
  /** Words of the title. */
  q: string;
  /** True for the trash. */
  deleted: boolean;
}

export const ALL_TASKS: TaskFilter = { q: "", deleted: false };

/** Query of a page. Filters are sent only to kinds that have them. */
export interface TaskPageQuery {
  cursor: string | undefined;
  limit: number;
  q?: string;
  deleted?: boolean;
}

/** Requests of a kind of task, and how its states translate. */
export interface TaskRequests<Task extends { id: string }, Entry extends TaskEntry> {
  /** First part of its query keys. */
  key: string;
  get: (id: string, signal: AbortSignal) => Promise<Task>;
  list: (query: TaskPageQuery, signal: AbortSignal) => Promise<TaskPage<Entry>>;
  /** True if lists can be searched and show the trash. */
  hasFilters?: boolean;
  cancel: (task: Task) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
  /** Undoes a removal; absent if a removal is permanent. */
  restore?: (id: string) => Promise<unknown>;
  stateOf: (task: Task) => TaskState;
  /** Returns true if a task may go on by itself though it waits for its person; absent if none does. */
  mayGoOn?: (task: Task) => boolean;
  /** Returns the address of a task's events; absent if the kind has none. */
  eventsOf?: (id: string) => string;
}

/** Returns the address of a task's events, for kinds of the server's `tasks`. */
export const taskEvents = (id: string): string => `/api/tasks/${id}/events`;

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
  const changes = (task: Task) => isActive(stateOf(task)) || requests.mayGoOn?.(task) === true;
  const one = (id: string) =>
    queryOptions({
      queryKey: [key, "one", id],
      queryFn: ({ signal }) => requests.get(id, signal),
      refetchInterval: ({ state }) => (state.data && changes(state.data) ? POLL_MS : false),
    });
  const lists = [key, "list"];
  const list = (filter: TaskFilter = ALL_TASKS) =>
    infiniteQueryOptions({
      queryKey: [...lists, filter],
      queryFn: ({ pageParam, signal }) => {
        const query = { cursor: pageParam, limit: PAGE_SIZE };
        return requests.list(requests.hasFilters ? { ...query, ...sentFilter(filter) } : query, signal);
      },
      ...byCursor,
    });
  /** Refetches the shown tasks, their list and what the person has left. */
  const refresh = (client: QueryClient) => invalidate(client, [key, "one"], lists, usageQuery.queryKey);
  return {
    stateOf,
    eventsOf: requests.eventsOf,
    hasFilters: requests.hasFilters === true,
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
          return invalidate(client, lists);
        },
      }),
    cancel: (client: QueryClient) =>
      mutationOptions({ mutationFn: requests.cancel, onSettled: () => refresh(client) }),
    remove: (client: QueryClient) =>
      mutationOptions({
        mutationFn: ({ id }: TaskEntry) => requests.remove(id),
        onSettled: () => invalidate(client, lists),
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

/** Returns the filter without its empty parts. */
const sentFilter = ({ q, deleted }: TaskFilter): Partial<TaskFilter> => ({
  ...(q.trim() === "" ? {} : { q: q.trim() }),
  ...(deleted ? { deleted } : {}),
});

import type { Area } from "@ensemble/blocks/area/area";
import { SHARED_KEYS } from "@ensemble/blocks/area/shared-keys";
import * as list from "./areas-list";

/** The areas of the web client, in the order of their names. */
export const AREAS: readonly Area[] = Object.values(list);

/** Query keys that are refetched when the server says `<key>.changed`. Chats look after themselves. */
export const REFETCHED: readonly string[] = [
  ...new Set([...SHARED_KEYS, ...AREAS.flatMap(({ refetch = [] }) => refetch)]),
];

import { api } from "@ensemble/contract/api";
import type { ServerNotice } from "@ensemble/contract/wire";
import { queryOptions } from "@tanstack/react-query";

/** Polling interval while the server is closed. */
const CLOSED_EVERY = 15_000;
/**
 * Polling interval for everybody else, who may miss the live update: visitors, and clients that lost the
 * connection.
 */
const OPEN_EVERY = 5 * 60_000;

/** Query for the operator's notice. Visitors may ask too. */
export const noticeQuery = queryOptions({
  queryKey: ["notice", "shown"],
  queryFn: ({ signal }) => api.get("/api/admin/notice", { signal }),
  staleTime: 60_000,
  refetchInterval: ({ state }) =>
    state.data?.notice && isClosed(state.data.notice, Date.now()) ? CLOSED_EVERY : OPEN_EVERY,
});

/** Returns true if a notice is currently in effect. */
export function isOn(notice: ServerNotice, now: number): boolean {
  const begun = notice.starts_at === null || Date.parse(notice.starts_at) <= now;
  return begun && (notice.ends_at === null || now < Date.parse(notice.ends_at));
}

/** Returns true if the server is open to operators only. */
export const isClosed = (notice: ServerNotice, now: number): boolean =>
  notice.level === "closed" && isOn(notice, now);

/** Returns true if the server will be closed later. */
export const isClosing = (notice: ServerNotice, now: number): boolean =>
  notice.level === "closed" && notice.starts_at !== null && now < Date.parse(notice.starts_at);

/** Returns the next time at which the notice changes by itself; null: never. */
export function nextChange(notice: ServerNotice, now: number): number | null {
  const times = [notice.starts_at, notice.ends_at].flatMap((time) => (time ? [Date.parse(time)] : []));
  const next = times.filter((time) => time > now);
  return next.length > 0 ? Math.min(...next) : null;
}

import { api } from "@ensemble/contract/api";
import type { ServerNotice } from "@ensemble/contract/wire";
import { queryOptions } from "@tanstack/react-query";

/** How often somebody who finds the server closed asks whether it is open. */
const CLOSED_EVERY = 15_000;
/** How often others ask, who may hear nothing: visitors, and who has lost the line. */
const OPEN_EVERY = 5 * 60_000;

/** What the operator tells everybody. Visitors may ask too. */
export const noticeQuery = queryOptions({
  queryKey: ["notice", "shown"],
  queryFn: ({ signal }) => api.get("/api/admin/notice", { signal }),
  staleTime: 60_000,
  refetchInterval: ({ state }) =>
    state.data?.notice && isClosed(state.data.notice, Date.now()) ? CLOSED_EVERY : OPEN_EVERY,
});

/** Whether a notice lasts. */
export function isOn(notice: ServerNotice, now: number): boolean {
  const begun = notice.starts_at === null || Date.parse(notice.starts_at) <= now;
  return begun && (notice.ends_at === null || now < Date.parse(notice.ends_at));
}

/** Whether nobody but operators gets in. */
export const isClosed = (notice: ServerNotice, now: number): boolean =>
  notice.level === "closed" && isOn(notice, now);

/** Whether the server will be closed. */
export const isClosing = (notice: ServerNotice, now: number): boolean =>
  notice.level === "closed" && notice.starts_at !== null && now < Date.parse(notice.starts_at);

/** When something of it changes by itself; null: nothing does. */
export function nextChange(notice: ServerNotice, now: number): number | null {
  const times = [notice.starts_at, notice.ends_at].flatMap((time) => (time ? [Date.parse(time)] : []));
  const next = times.filter((time) => time > now);
  return next.length > 0 ? Math.min(...next) : null;
}

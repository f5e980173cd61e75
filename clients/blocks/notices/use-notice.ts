import { api } from "@ensemble/contract/api";
import type { ServerNotice } from "@ensemble/contract/wire";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isClosed, nextChange, noticeQuery } from "./notice-queries";

/** Maximum delay of browser timers. */
const TIMER_MAX = 2 ** 31 - 1;

/**
 * Returns the operator's notice and the current time for it, updated when the notice starts, changes or ends.
 * When the server reopens, all queries are refetched.
 */
export function useNotice(): { notice: ServerNotice | null; now: number } {
  const queryClient = useQueryClient();
  const notice = useQuery(noticeQuery).data?.notice ?? null;
  const [now, setNow] = useState(Date.now);
  const next = notice ? nextChange(notice, now) : null;
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(next - Date.now(), TIMER_MAX));
    return () => clearTimeout(timer);
  }, [next]);

  useEffect(
    () =>
      api.onProblem((error) => {
        if (error.code === "api.maintenance")
          void queryClient.invalidateQueries({ queryKey: noticeQuery.queryKey });
      }),
    [queryClient],
  );

  const closed = notice !== null && isClosed(notice, now);
  const wasClosed = useRef(closed);
  useEffect(() => {
    if (wasClosed.current && !closed) void queryClient.invalidateQueries();
    wasClosed.current = closed;
  }, [closed, queryClient]);

  return { notice, now };
}

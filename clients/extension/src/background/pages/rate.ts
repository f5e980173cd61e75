import { Refuse } from "./answer-page";

/**
 * Requests that one tab may send per minute, far above normal use, so that a compromised page process cannot
 * spend more of the person's queries. Translations are sent while scrolling and counted separately.
 */
export const PER_MINUTE = { ask: 30, translate: 120 } as const;

const MINUTE_MS = 60_000;

/** Returns the times of the last minute including this one; null if it is over the limit. */
export function spend(times: readonly number[], now: number, most: number): readonly number[] | null {
  const last = times.filter((at) => now - at < MINUTE_MS);
  return last.length < most ? [...last, now] : null;
}

const spent = new Map<string, readonly number[]>();

/** Refuses a tab that sends too many requests. */
export function requireRate({ tabId }: { tabId: number }, kind: keyof typeof PER_MINUTE): void {
  const key = `${kind} ${tabId}`;
  const times = spend(spent.get(key) ?? [], Date.now(), PER_MINUTE[kind]);
  if (!times) throw new Refuse("too_often");
  spent.set(key, times);
}

const OFTEN =
  /\b(?:every|each|daily|weekly|monthly|hourly|yearly|weekdays|weekends|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays)\b/i;
const LENGTH_MAX = 2_000;

/** True if a text may say how often something is to happen; the server finds out. */
export const mayNameTimes = (text: string): boolean => text.length <= LENGTH_MAX && OFTEN.test(text);

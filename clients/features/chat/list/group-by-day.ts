import type { ConversationSummary } from "@ensemble/contract/wire";

export type ListRow =
  | { key: string; heading: string; conversation?: undefined }
  | { key: string; heading: string; conversation: ConversationSummary };

/** Inserts a heading before each group: pinned, today, yesterday, the last 7 and 30 days, then by month. */
export function groupByDay(
  conversations: readonly ConversationSummary[],
  now: Date,
  locale: string,
): ListRow[] {
  const inOrder = [
    ...conversations.filter(({ pinned }) => pinned),
    ...conversations.filter(({ pinned }) => !pinned),
  ];
  const rows: ListRow[] = [];
  for (const conversation of inOrder) {
    const heading = conversation.pinned
      ? "pinned"
      : headingOf(new Date(conversation.updated_at), now, locale);
    if (rows.at(-1)?.heading !== heading) rows.push({ key: `heading ${heading}`, heading });
    rows.push({ key: conversation.id, heading, conversation });
  }
  return rows;
}

/** Returns the heading for a time, by the reader's local calendar days. */
function headingOf(time: Date, now: Date, locale: string): string {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / 86_400_000);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days <= 7) return "previous_7_days";
  if (days <= 30) return "previous_30_days";
  return new Intl.DateTimeFormat(locale, { month: "long", year: "numeric" }).format(time);
}

const startOfDay = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();

/** Converts a time to the local value of `<input type="datetime-local">`. Empty for none. */
export function toLocalInput(time: string | null): string {
  if (time === null) return "";
  const at = new Date(time);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The moment that such a field says; null for none. */
export function fromLocalInput(value: string): string | null {
  const at = new Date(value);
  return value === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The end of a day in this place, as `<input type="date">` says it: the first moment after it. */
export function endOfDay(value: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return new Date(year, month - 1, day + 1).toISOString();
}

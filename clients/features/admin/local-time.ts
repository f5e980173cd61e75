/** Converts a time to the local value of `<input type="datetime-local">`. Empty for none. */
export function toLocalInput(time: string | null): string {
  if (time === null) return "";
  const at = new Date(time);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Parses the value of such a field; null if empty. */
export function fromLocalInput(value: string): string | null {
  const at = new Date(value);
  return value === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** Returns the first moment after a local day of `<input type="date">`. */
export function endOfDay(value: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return new Date(year, month - 1, day + 1).toISOString();
}

/** Formats a time span with its two largest units: "1 day, 2 hours". */
export function duration(seconds: number, locale: string): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), "day"],
    [Math.floor((seconds % 86_400) / 3600), "hour"],
    [Math.floor((seconds % 3600) / 60), "minute"],
  ];
  const shown = parts.filter(([count]) => count > 0).slice(0, 2);
  const texts = (shown.length > 0 ? shown : [[Math.floor(seconds), "second"] as [number, string]]).map(
    ([count, unit]) =>
      new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count),
  );
  return new Intl.ListFormat(locale, { type: "unit" }).format(texts);
}

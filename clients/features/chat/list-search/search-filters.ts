/** Filter as typed in the search field: `is:pinned`, `group:"My work"`. */
export interface TypedFilter {
  name: string;
  value: string;
  /** Exact text in the field. */
  text: string;
}

export const FILTER_NAMES = ["group", "bot", "is", "before", "after"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

const FILTER = /(?<!\S)(group|bot|is|before|after):("[^"]*"?|\S*)/giu;

/** Parses the filters in the typed text. */
export function typedFilters(typed: string): TypedFilter[] {
  return [...typed.matchAll(FILTER)].map(([text, name = "", value = ""]) => ({
    name: name.toLowerCase(),
    value: value.replaceAll('"', ""),
    text,
  }));
}

/** Returns the typed text without one of its filters. */
export const withoutFilter = (typed: string, filter: TypedFilter): string =>
  typed.replace(filter.text, "").replace(/\s+/g, " ").trim();

/** Returns the typed text with a filter appended, replacing one of the same name. */
export function withFilter(typed: string, name: FilterName, value: string): string {
  const same = typedFilters(typed).filter((filter) => filter.name === name);
  // Pinned and favorite are two filters with the same name.
  const replaced = name === "is" ? same.filter((filter) => filter.value === value) : same;
  const rest = replaced.reduce(withoutFilter, typed.trim());
  const written = /\s/.test(value) ? `"${value}"` : value;
  return `${rest} ${name}:${written}`.trim();
}

/** Returns the filter name being typed, for suggestions; null: none. */
export function openFilter(typed: string): { name: "group" | "bot"; value: string } | null {
  const found = /(?<!\S)(group|bot):("?)([^"]*)$/iu.exec(typed);
  if (!found || (found[2] === "" && /\s/.test(found[3] ?? ""))) return null;
  return { name: (found[1] ?? "").toLowerCase() as "group" | "bot", value: found[3] ?? "" };
}

/** Replaces bot names with ids for the server, if exactly one matches best. */
export function withBotIds(typed: string, bots: readonly { id: string; name: string }[]): string {
  return typedFilters(typed).reduce((text, filter) => {
    if (filter.name !== "bot" || filter.value === "") return text;
    const bot = nearest(bots, filter.value);
    return bot ? text.replace(filter.text, `bot:${bot.id}`) : text;
  }, typed);
}

function nearest<Named extends { name: string }>(all: readonly Named[], value: string): Named | undefined {
  const wanted = value.toLocaleLowerCase();
  const lower = ({ name }: Named) => name.toLocaleLowerCase();
  return (
    all.find((one) => lower(one) === wanted) ??
    all.find((one) => lower(one).startsWith(wanted)) ??
    all.find((one) => lower(one).includes(wanted))
  );
}

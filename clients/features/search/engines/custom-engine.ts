import type { CustomSearchEngine, SearchAnswerKind } from "@ensemble/contract/wire";

/** Form fields of a custom engine, as text. */
export interface EngineFields
  extends Omit<CustomSearchEngine, "body" | "headers" | "timeout_seconds" | "per_minute"> {
  /** True if it is sent JSON; otherwise the request is a GET. */
  sends: boolean;
  body: string;
  /** Headers, one `Name: value` per line. */
  headers: string;
  timeout_seconds: string;
  per_minute: string;
}

export const NEW_ENGINE: EngineFields = {
  name: "",
  sources: ["web"],
  url: "",
  sends: false,
  body: "",
  headers: "",
  answer: "json",
  items: "",
  title: "",
  link: "",
  snippet: "",
  date: "",
  timeout_seconds: "8",
  per_minute: "60",
  understands_sites: false,
};

export const fieldsOf = (own: CustomSearchEngine): EngineFields => ({
  ...own,
  sends: own.body !== null,
  body: own.body ?? "",
  headers: own.headers.map(({ name, value }) => `${name}: ${value}`).join("\n"),
  timeout_seconds: `${own.timeout_seconds}`,
  per_minute: `${own.per_minute}`,
});

/** Converts the fields for the server, which reports invalid ones by name. */
export function customEngineOf({ sends, ...fields }: EngineFields): CustomSearchEngine {
  return {
    ...fields,
    body: sends ? fields.body : null,
    headers: headersIn(fields.headers),
    items: fields.answer === "feed" ? "" : fields.items,
    timeout_seconds: wholeNumber(fields.timeout_seconds),
    per_minute: wholeNumber(fields.per_minute),
  };
}

/**
 * Parses headers. A line without a colon is a name without a value, which the server rejects, so that no
 * typed text is lost.
 */
export function headersIn(text: string): CustomSearchEngine["headers"] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const colon = line.indexOf(":");
    if (colon < 0) return { name: line.trim(), value: "" };
    return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
  });
}

/** Parses a whole number; anything else becomes 0, which no field accepts. */
const wholeNumber = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : 0);

/** Example values for the positions of results. */
export const EXAMPLES: Record<
  SearchAnswerKind,
  Record<"items" | "title" | "link" | "snippet" | "date", string>
> = {
  json: { items: "/results", title: "/title", link: "/url", snippet: "/content", date: "/published" },
  feed: { items: "", title: "/title", link: "/link", snippet: "/summary", date: "/published" },
  page: { items: "li.result", title: "h3", link: "h3 a", snippet: "p", date: "time@datetime" },
};

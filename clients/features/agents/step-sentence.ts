import type { AgentCall } from "./operations";

/** What the tools of a step did, by kind. A client says it in a sentence. */
export type DeedKind =
  | "search"
  | "read"
  | "library"
  | "calculate"
  | "document"
  | "image"
  | "memo"
  | "artifact"
  | "template"
  | "schedule"
  | "bot"
  | "ask"
  | "hand_over"
  | "find_tools"
  | "research"
  | "code"
  | "other";

export interface Deed {
  kind: DeedKind;
  count: number;
  /** What it was about, where one call did it: a query, a host, a title. */
  about: string | null;
}

const KINDS: Readonly<Record<string, DeedKind>> = {
  search_web: "search",
  read_page: "read",
  search_library: "library",
  read_library: "library",
  search_files: "library",
  calculate: "calculate",
  create_document: "document",
  create_image: "image",
  save_memo: "memo",
  write_artifact: "artifact",
  fill_template: "template",
  create_schedule: "schedule",
  ask_bot: "bot",
  ask_user: "ask",
  hand_over: "hand_over",
  find_tools: "find_tools",
  start_research: "research",
  run_code: "code",
};

/** Argument that says what a call was about. */
const ABOUT: Readonly<Record<string, string>> = {
  search_web: "query",
  read_page: "url",
  search_library: "query",
  search_files: "query",
  calculate: "expression",
  create_document: "title",
  save_memo: "title",
  write_artifact: "title",
  fill_template: "title",
  create_schedule: "title",
  ask_bot: "bot",
  start_research: "question",
};

/** Returns what a step's calls did, in the order in which each kind came first. */
export function deedsOf(calls: readonly AgentCall[]): Deed[] {
  const deeds = new Map<string, Deed>();
  for (const call of calls) {
    const kind = KINDS[call.tool] ?? "other";
    // Tools of others are told apart by their titles.
    const key = kind === "other" ? `other ${call.title}` : kind;
    const known = deeds.get(key);
    const title = kind === "other" ? call.title : null;
    deeds.set(
      key,
      known
        ? { kind, count: known.count + 1, about: title }
        : { kind, count: 1, about: title ?? aboutOf(call) },
    );
  }
  return [...deeds.values()];
}

function aboutOf({ tool, arguments: json }: AgentCall): string | null {
  const name = ABOUT[tool];
  if (!name) return null;
  try {
    const value = (JSON.parse(json) as Record<string, unknown>)[name];
    if (typeof value !== "string" || value.trim() === "") return null;
    return tool === "read_page" && URL.canParse(value)
      ? new URL(value).host.replace(/^www\./, "")
      : value.trim();
  } catch {
    return null;
  }
}

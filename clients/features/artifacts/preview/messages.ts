import { originOf } from "./hosts";

/** Messages between a page and the frame in which an artifact runs. Those of the frame are not trusted. */
export type ToGuest =
  /** Shows a page that is still written, without its scripts. */
  | { kind: "draw"; html: string }
  /** Runs a page. */
  | { kind: "run"; html: string; styles: string | null; stored: Record<string, string> }
  /** Runs a component: CommonJS, with the libraries that it requires. */
  | {
      kind: "mount";
      code: string;
      libraries: readonly Library[];
      styles: string | null;
      stored: Record<string, string>;
    }
  | { kind: "ping"; id: number }
  /** Lets the person select an element; in a diagram, one of its parts. */
  | { kind: "select"; on: boolean; diagram: boolean }
  | { kind: "reply"; id: number; text: string }
  | { kind: "refuse"; id: number; message: string };

/** A library as text, or in development its address. */
export type Library = { text: string } | { url: string };

export type FromGuest =
  | { kind: "failed"; message: string }
  | { kind: "ran" }
  | { kind: "pong"; id: number }
  /** An error of the artifact's own. */
  | { kind: "error"; message: string; line: number | null }
  /** Something from outside that the policy blocked. */
  | { kind: "blocked"; address: string }
  /** A host that its owner could allow, and that the policy blocked. */
  | { kind: "network"; host: string }
  | { kind: "store"; key: string; value: string | null }
  | { kind: "ask"; id: number; prompt: string }
  | { kind: "link"; url: string }
  | { kind: "said"; text: string }
  | { kind: "save"; name: string; content: Blob }
  | { kind: "selected"; element: SelectedElement };

export interface SelectedElement {
  /** Short name: `button.primary`. */
  name: string;
  /** Its code, cut off if it is long. */
  html: string;
  text: string;
}

const TEXT_MAX = 4_000;
const FILE_MAX_BYTES = 50_000_000;

/** Checks a message of a frame, whose script may be anybody's; null: it is none of ours. */
export function readFromGuest(data: unknown): FromGuest | null {
  if (typeof data !== "object" || data === null) return null;
  const { kind, id, message, line, address, host, key, value, prompt, url, text, element, name, content } =
    data as Record<string, unknown>;
  switch (kind) {
    case "ran":
      return { kind };
    case "pong":
      return isId(id) ? { kind, id } : null;
    case "failed":
      return isText(message) ? { kind, message: cut(message) } : null;
    case "error":
      return isText(message)
        ? { kind, message: cut(message), line: typeof line === "number" ? line : null }
        : null;
    case "blocked":
      return isText(address) ? { kind, address: cut(address) } : null;
    case "network": {
      const origin = isText(host) ? originOf(host) : null;
      return origin === null ? null : { kind, host: origin };
    }
    case "store":
      return isText(key) && (isText(value) || value === null) ? { kind, key, value } : null;
    case "ask":
      return isId(id) && isText(prompt) ? { kind, id, prompt } : null;
    case "link":
      return isText(url) && /^(?:https?|mailto):/i.test(url) ? { kind, url: cut(url) } : null;
    case "said":
      return isText(text) ? { kind, text: cut(text) } : null;
    case "save":
      return isText(name) && content instanceof Blob && content.size <= FILE_MAX_BYTES
        ? { kind, name: fileNameOf(name), content }
        : null;
    case "selected":
      return isElement(element)
        ? {
            kind,
            element: { name: cut(element.name, 200), html: cut(element.html), text: cut(element.text, 500) },
          }
        : null;
    default:
      return null;
  }
}

const isText = (value: unknown): value is string => typeof value === "string";
const isId = (value: unknown): value is number => Number.isSafeInteger(value);
const isElement = (value: unknown): value is SelectedElement =>
  typeof value === "object" &&
  value !== null &&
  (["name", "html", "text"] as const).every((name) => isText((value as Record<string, unknown>)[name]));
const cut = (text: string, max = TEXT_MAX) => (text.length > max ? `${text.slice(0, max)}…` : text);

/** Returns a file's name without signs that lead elsewhere. */
const fileNameOf = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, " ")
    .replace(/^[.\s]+/, "")
    .slice(0, 120)
    .trim() || "file";

import type { Drafts } from "@ensemble/blocks/drafts/drafts";
import { isSubmitKey } from "@ensemble/blocks/is-submit-key";
import type { SendWith } from "@ensemble/contract/wire";

/** Id of the element that replaces the composer before the panel's code has loaded. */
const FIRST_FIELD = "first-field";

/** Appearance of the new chat's input field when the panel was last open. */
interface FirstField {
  look: { lang: string; dir: string; theme: string; fontSize: string };
  /** Container of the field: its classes and its distances from the panel's edges in pixels. */
  frame: { className: string; left: number; right: number; bottom: number; height: number };
  field: { className: string; label: string; placeholder: string };
  sendWith: SendWith;
}

/** Text that the person typed into it. */
export interface Typed {
  text: string;
  /** True if the send shortcut was pressed. */
  sends: boolean;
}

/**
 * Draws the field as it last looked and focuses it, while the browser still loads half a megabyte of the
 * panel's code. Runs from a small separate file before all other code.
 */
export function drawFirstField(): void {
  const kept = readKept();
  // Opened for something other than a chat, or nobody is known to be signed in.
  if (!kept || location.hash !== "" || !isSignedIn()) return;
  const { look, frame, field: drawn, sendWith } = kept;
  const root = document.documentElement;
  root.lang = look.lang;
  root.dir = look.dir;
  root.dataset.theme = look.theme;
  if (look.fontSize) root.dataset.fontSize = look.fontSize;
  const form = document.createElement("div");
  form.id = FIRST_FIELD;
  form.className = frame.className;
  const { left, right, bottom, height } = frame;
  Object.assign(form.style, {
    position: "fixed",
    left: `${left}px`,
    right: `${right}px`,
    bottom: `${bottom}px`,
    height: `${height}px`,
  });
  const field = document.createElement("textarea");
  Object.assign(field, { className: drawn.className, rows: 1, dir: "auto" });
  field.setAttribute("aria-label", drawn.label);
  field.placeholder = drawn.placeholder;
  field.addEventListener("keydown", (event) => {
    if (!isSubmitKey(event, sendWith)) return;
    event.preventDefault();
    if (field.value.trim() === "") return;
    form.dataset.sends = "";
    field.readOnly = true;
  });
  field.addEventListener("compositionstart", () => {
    field.dataset.composing = "";
  });
  field.addEventListener("compositionend", () => {
    delete field.dataset.composing;
  });
  form.append(field);
  document.body.append(form);
  field.focus();
}

/** Resolves when no IME composition is active in the field: replacing it would lose half a word. */
export function firstFieldRests(): Promise<void> {
  const field = document.querySelector<HTMLTextAreaElement>(`#${FIRST_FIELD} textarea`);
  if (!field || field.dataset.composing === undefined) return Promise.resolve();
  return new Promise((done) => field.addEventListener("compositionend", () => done(), { once: true }));
}

/** Removes it, so that the composer can take its place, and returns what was typed. */
export function takeFirstField(): Typed {
  const drawn = document.getElementById(FIRST_FIELD);
  const text = drawn?.querySelector("textarea")?.value ?? "";
  drawn?.remove();
  return { text, sends: text !== "" && drawn?.dataset.sends !== undefined };
}

/**
 * Moves the typed text to its composer, which stores its text at the first of `places` and related data at
 * the others. Returns true if it should be sent: an older draft was not visible when the shortcut was pressed
 * and is never sent unseen.
 */
export function handOver(
  { text, sends }: Typed,
  drafts: Pick<Drafts, "read" | "giveBack">,
  places: readonly [string, ...string[]],
): boolean {
  if (text === "") return false;
  const stoodThere = places.some((place) => drafts.read(place).trim() !== "");
  drafts.giveBack(places[0], text);
  return sends && !stoodThere;
}

/** Stores the appearance of a new chat's composer while it is empty and visible. */
export function keepFirstField(sendWith: SendWith): void {
  const field = document.querySelector<HTMLTextAreaElement>("main form textarea");
  const form = field?.form;
  if (!field || !form || field.value !== "") return;
  const { left, right, bottom, height } = form.getBoundingClientRect();
  if (height === 0) return;
  const { lang, dir, dataset } = document.documentElement;
  const kept: FirstField = {
    look: { lang, dir, theme: dataset.theme ?? "light", fontSize: dataset.fontSize ?? "" },
    frame: {
      className: form.className,
      left: Math.round(left),
      right: Math.round(innerWidth - right),
      bottom: Math.round(innerHeight - bottom),
      height: Math.round(height),
    },
    field: {
      className: field.className,
      label: field.getAttribute("aria-label") ?? "",
      placeholder: field.placeholder,
    },
    sendWith,
  };
  localStorage.setItem(FIRST_FIELD, JSON.stringify(kept));
}

export const forgetFirstField = (): void => localStorage.removeItem(FIRST_FIELD);

function readKept(): FirstField | null {
  try {
    return JSON.parse(localStorage.getItem(FIRST_FIELD) ?? "null") as FirstField | null;
  } catch {
    forgetFirstField();
    return null;
  }
}

/** Returns true if the stored state of `connection.ts` and `kept-session.ts` says so. */
function isSignedIn(): boolean {
  try {
    const { signedIn } = JSON.parse(localStorage.getItem("connection") ?? "{}") as { signedIn?: boolean };
    const { me } = JSON.parse(localStorage.getItem("session") ?? "{}") as { me?: { id: string } | null };
    // Without a known account, the draft would have no place.
    return signedIn === true && Boolean(me);
  } catch {
    return false;
  }
}

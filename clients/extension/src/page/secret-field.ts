import { isArea, isElement, isLine } from "./node-kinds";
import { isSecretName } from "./secret-names";

/** Maximum length of text before a field that may be its label. */
const LABEL_MAX_CHARS = 60;

/** Attributes that name a field, visibly or technically. */
const NAMES = [
  "name",
  "id",
  "autocomplete",
  "aria-label",
  "placeholder",
  "aria-placeholder",
  "data-placeholder",
  "title",
  "data-testid",
];

/** Returns a field's names, both visible and technical. */
export function namesOf(field: HTMLElement): string[] {
  const labels = "labels" in field ? [...((field as HTMLInputElement).labels ?? [])] : [];
  const named = [...labels.map((label) => label.textContent), ...elementsNamed(field)];
  return [...NAMES.map((name) => field.getAttribute(name)), ...named].map((said) => said ?? "");
}

/** Returns the texts of the elements that label or describe a field by their ids. */
function elementsNamed(field: HTMLElement): (string | null)[] {
  const ids = ["aria-labelledby", "aria-describedby"].flatMap((name) =>
    (field.getAttribute(name) ?? "").split(/\s+/).filter((id) => id !== ""),
  );
  const root = field.getRootNode() as Document | ShadowRoot;
  return ids.map((id) => root.getElementById?.(id)?.textContent ?? null);
}

/** Returns true if a field is for secrets. The extension never reads such fields: when in doubt it is one. */
export function isSecret(field: HTMLElement): boolean {
  const line = isLine(field);
  if (line && (field.type === "password" || field.type === "tel" || field.type === "number")) return true;
  // Next to a password, one-line fields identify its owner.
  if (line && field.closest("form")?.querySelector("input[type=password]")) return true;
  return (
    isSecretByUse(field) ||
    isMasked(field) ||
    // For prose, words such as "account" around it mean nothing.
    [...namesOf(field), ...(line ? around(field) : [])].some((name) => isSecretName(name, line)) ||
    holdsSecret(contentOf(field))
  );
}

/** Returns true if the page declares what a field takes: cards, passwords, codes, or digits alone. */
function isSecretByUse(field: HTMLElement): boolean {
  const uses = (field.getAttribute("autocomplete") ?? "").toLowerCase();
  if (/(^|\s)(cc-\S+|\S+-password|one-time-code|transaction-\S+)(\s|$)/.test(uses)) return true;
  return /^(numeric|decimal|tel)$/i.test(field.getAttribute("inputmode") ?? "");
}

/** Returns true if a style shows dots instead of letters, or none at all. */
function isMasked(field: HTMLElement): boolean {
  const style = getComputedStyle(field);
  const masked = style.getPropertyValue("-webkit-text-security");
  if (masked !== "" && masked !== "none") return true;
  if (/text-security:\s*(disc|circle|square)/i.test(field.getAttribute("style") ?? "")) return true;
  return /password|text-security|dotsfont/i.test(style.fontFamily);
}

/** Returns the texts that stand before a field without being its label: many pages tie nothing to it. */
function around(field: HTMLInputElement): string[] {
  if ((field.labels?.length ?? 0) > 0) return [];
  const legend = field.closest("fieldset")?.querySelector("legend")?.textContent ?? "";
  return [textBefore(field), legend].filter((text) => text.length <= LABEL_MAX_CHARS);
}

/** Returns the nearest text before a field, in its row of a form at most. */
function textBefore(field: HTMLElement): string {
  let node: Node = field;
  for (let steps = 0; steps < 4; steps += 1) {
    for (let before = node.previousSibling; before; before = before.previousSibling) {
      // What stands before another field is that field's.
      if (isElement(before) && (before.matches(FIELDS) || before.querySelector(FIELDS))) return "";
      const text = before.nodeType === Node.COMMENT_NODE ? "" : (before.textContent ?? "").trim();
      if (text !== "") return text;
    }
    const up: ParentNode | null = node.parentNode;
    if (!isElement(up) || up.matches("form, body, main, section, article")) return "";
    node = up;
  }
  return "";
}

const FIELDS = "input, textarea, select, [contenteditable]";

const contentOf = (field: HTMLElement): string =>
  isLine(field) || isArea(field) ? field.value : (field.textContent ?? "");

/** Maximum length of a text that is searched for secrets. */
const SEARCHED_CHARS = 20_000;

/** Keys that programs write in a form of their own. */
const KEYS =
  /-----BEGIN [A-Z ]*PRIVATE KEY|\b(sk|pk|rk|ghp|gho|glpat|xox[abp])[-_][A-Za-z0-9_-]{16,}|\bAKIA[A-Z0-9]{16}\b|\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./;

/** Returns true if a text has the number of a card or an account, or a key. */
export function holdsSecret(text: string): boolean {
  const searched = text.slice(0, SEARCHED_CHARS);
  if (KEYS.test(searched)) return true;
  const cards =
    searched.normalize("NFKC").match(/(?<![\d.,])[2-6](?:[ \u00a0-]?\d){12,18}(?![\d.,]\d)/g) ?? [];
  if (cards.some((digits) => passesLuhn(digits.replace(/\D/g, "")))) return true;
  const accounts = searched.match(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g) ?? [];
  return accounts.some((account) => isIban(account.replaceAll(" ", "")));
}

/** Returns true if the check digit of a card's number is right. */
function passesLuhn(digits: string): boolean {
  if (/^(\d)\1*$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = at % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Returns true if the check digits of an account's number are right. */
function isIban(account: string): boolean {
  let rest = 0;
  for (const sign of account.slice(4) + account.slice(0, 4))
    rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97;
  return rest === 1;
}

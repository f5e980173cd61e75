import type { Field } from "../operations";

export const emptyField = (name: string): Field => ({
  name,
  label: labelOf(name),
  kind: "text",
  required: false,
  example: "",
  options: [],
  formula: "",
  columns: [],
});

/** Returns `client_name` as `Client name`. */
function labelOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const TAG = /\{\{\s*([#^/]?)\s*([A-Za-z]\w*)\s*\}\}/g;

/**
 * Returns the fields after the text changed from `before` to `content`. What a placeholder brought that is gone, or half
 * typed, goes with it, unless somebody edited it.
 */
export function followPlaceholders(before: string, content: string, fields: readonly Field[]): Field[] {
  const [brought, wanted] = [before, content].map((text) => withPlaceholders(text, []).map(asText));
  const isStale = (field: Field) => brought?.includes(asText(field)) && !wanted?.includes(asText(field));
  return withPlaceholders(
    content,
    fields.filter((field) => !isStale(field)),
  );
}

const asText = (field: Field) => JSON.stringify(field);

/**
 * Returns the fields with one more for each placeholder that has none: a section around placeholders of its own becomes a
 * list with columns.
 */
export function withPlaceholders(content: string, fields: readonly Field[]): Field[] {
  const all = fields.map((field) => ({ ...field, columns: [...field.columns] }));
  const find = (name: string) => all.find((field) => field.name === name);
  const open: string[] = [];
  for (const [, mark, name = ""] of content.matchAll(TAG)) {
    if (mark === "/") open.pop();
    else if (mark) {
      open.push(name);
      if (!find(name)) all.push(emptyField(name));
    } else addValue(name, open.at(-1));
  }
  return all;

  function addValue(name: string, within: string | undefined) {
    const section = within === undefined ? undefined : find(within);
    const isKnown = find(name) || section?.columns.some((column) => column.name === name);
    if (isKnown) return;
    // What a person typed decides whether a section is a list; a new one with placeholders of its own is.
    const isList = section?.kind === "list" || (section && !fields.some(({ name }) => name === within));
    if (section && isList) {
      section.kind = "list";
      section.columns.push(emptyField(name));
    } else all.push(emptyField(name));
  }
}

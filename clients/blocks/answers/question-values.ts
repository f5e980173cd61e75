import type { QuestionField } from "@ensemble/contract/wire";

/** Values of a question's fields as they are typed, by name. */
export type QuestionValues = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Returns the values with which a form begins. */
export function initialValues(fields: readonly QuestionField[]): QuestionValues {
  return Object.fromEntries(fields.map((field) => [field.name, initialValue(field)]));
}

function initialValue(field: QuestionField): string | boolean | readonly string[] {
  switch (field.input) {
    case "text":
      return field.format === "date-time" ? localTime(field.default) : (field.default ?? "");
    case "number":
      return field.default === null ? "" : String(field.default);
    case "boolean":
      return field.default ?? false;
    case "choice":
      return field.default ?? "";
    case "choices":
      return field.default;
  }
}

/** Returns the answer that is sent. Fields without a value are left out. */
export function contentOf(fields: readonly QuestionField[], values: QuestionValues): Record<string, unknown> {
  const content: Record<string, unknown> = {};
  for (const field of fields) {
    const value = values[field.name];
    if (value === undefined || value === "") continue;
    if (Array.isArray(value) && value.length === 0 && !field.required) continue;
    content[field.name] = typeof value === "string" ? sent(field, value) : value;
  }
  return content;
}

function sent(field: QuestionField, value: string): unknown {
  if (field.input === "number") return Number(value);
  if (field.input === "text" && field.format === "date-time") {
    const time = new Date(value);
    return Number.isNaN(time.getTime()) ? value : time.toISOString();
  }
  return value;
}

/** Returns a moment as fields for local time take it. */
function localTime(moment: string | null): string {
  const time = moment === null ? null : new Date(moment);
  if (time === null || Number.isNaN(time.getTime())) return "";
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

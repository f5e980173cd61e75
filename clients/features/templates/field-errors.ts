import { ProblemError } from "@ensemble/contract/problem-error";
import type { Row, Values } from "./operations";

type ProblemText = (error: unknown) => string | null;

/** Returns the text of a problem, with what is wrong in a row of a table in the person's language, too. */
export function textOfProblem(error: unknown, problemText: ProblemText): string | null {
  if (!(error instanceof ProblemError) || error.code !== "templates.row_invalid") return problemText(error);
  const { code, params } = error.problem;
  const detail = problemText({ code: params.code, params, message: params.detail });
  return problemText({ code, params: { ...params, detail } });
}

/** Returns the names of the fields that a problem says are missing: `client`, `items.0.price`. */
export function missingFields(error: unknown, values: Values): readonly string[] {
  if (!(error instanceof ProblemError) || error.code !== "templates.fields_missing") return [];
  const names = `${error.problem.params.names ?? ""}`.split(",").filter((name) => name !== "");
  return names.map((name) => placeOf(name, values));
}

/** Returns the place of a missing field in the form, which has the empty rows that the server leaves out. */
function placeOf(name: string, values: Values): string {
  const [field = "", row, column] = name.split(".");
  const rows = values[field];
  if (row === undefined || !Array.isArray(rows)) return name;
  const isFilled = (row: Row = {}) => Object.values(row).some((cell) => cell.trim() !== "");
  const filled = [...rows.keys()].filter((at) => isFilled(rows[at]));
  return `${field}.${filled[Number(row)] ?? row}.${column}`;
}

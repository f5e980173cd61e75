import { ProblemError } from "@ensemble/contract/problem-error";
import { expect, test } from "vitest";
import { missingFields, textOfProblem } from "./field-errors";
import type { Values } from "./operations";

const problem = (code: string, params: Record<string, string>) =>
  new ProblemError({ status: 422, code, params, message: "in English" });

test("what is wrong in a row of a table is said in the person's language", () => {
  const say = (error: unknown) => {
    const { code, params } =
      error instanceof ProblemError ? error.problem : (error as ProblemError["problem"]);
    const { row, detail, label } = params;
    return code === "templates.row_invalid" ? `Zeile ${row}: ${detail}` : `${label}: Datum?`;
  };
  const params = { row: "2", detail: "Due: enter a date", code: "templates.date_invalid", label: "Due" };
  expect(textOfProblem(problem("templates.row_invalid", params), say)).toBe("Zeile 2: Due: Datum?");
  expect(textOfProblem(problem("templates.date_invalid", params), say)).toBe("Due: Datum?");
});

test("missing cells are found where they are among empty rows", () => {
  const error = problem("templates.fields_missing", { names: "client,items.1.price,items" });
  const values: Values = { items: [{ what: " " }, { what: "a", price: "1" }, {}, { what: "b" }] };
  expect(missingFields(error, values)).toEqual(["client", "items.3.price", "items"]);
  expect(missingFields(problem("templates.not_found", { names: "client" }), values)).toEqual([]);
});

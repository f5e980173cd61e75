import { expect, test } from "vitest";
import { withoutNumbers } from "./environments";

test.each([
  ["\\begin{align}\\label{eq:a} x \\nonumber\\\\ y\\end{align}", "\\begin{align*} x \\\\ y\\end{align*}"],
  ["\\begin{equation*}x\\end{equation*}", "\\begin{equation*}x\\end{equation*}"],
  ["\\begin{aligned}x\\end{aligned} \\tag{1}", "\\begin{aligned}x\\end{aligned} \\tag{1}"],
])("draws %j as %j", (source, drawn) => {
  expect(withoutNumbers(source)).toBe(drawn);
});

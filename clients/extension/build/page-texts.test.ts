// @vitest-environment node
import { expect, test } from "vitest";
import { OFFERED_LOCALES } from "../../i18n/locales.ts";
import { pageTextFiles } from "./page-texts.ts";

test("pages have the texts of problems that can come of them, in every language", () => {
  const files = pageTextFiles();
  expect(files).toHaveLength(OFFERED_LOCALES.length);
  const [first, ...others] = files.map(({ contents }) => Object.keys(JSON.parse(contents) as object));
  for (const code of ["providers.key_refused", "translation.out_of_queries"])
    expect(first).toContain(`problems.${code}`);
  const problems = (names: readonly string[] = []) =>
    names.filter((name) => name.startsWith("problems.")).sort();
  for (const names of others) expect(problems(names)).toEqual(problems(first));
  // Only texts that pages use, and none with placeholders.
  expect(first?.some((name) => name.startsWith("problems.billing."))).toBe(false);
  for (const { contents } of files)
    for (const [name, text] of Object.entries(JSON.parse(contents) as Record<string, string>))
      if (name.startsWith("problems.")) expect(text, name).not.toContain("{{");
});

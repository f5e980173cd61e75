import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { describe, expect, test } from "vitest";

/*
 * The server writes its tables to /contract; these tests write TypeScript from them. With UPDATE_CONTRACT=1 they rewrite
 * the files, otherwise they fail when a file is not what the table says.
 */
interface Limit {
  area: string;
  name: string;
  value: number;
  unit: string;
  source: string;
}
interface ProblemRow {
  code: string;
}

const root = resolve(import.meta.dirname, "../..");
const update = process.env.UPDATE_CONTRACT === "1";
const read = <Row>(file: string): Row[] =>
  JSON.parse(readFileSync(resolve(root, "contract", file), "utf8")) as Row[];

const HEAD = "// Written from the server's tables by generated.test.ts. Do not edit.\n\n";

function limitFiles(): [string, string][] {
  const areas = Map.groupBy(read<Limit>("limits.json"), (limit) => limit.area);
  return [...areas].map(([area, limits]) => [
    `generated/limits/${area.replaceAll("_", "-")}.ts`,
    HEAD +
      limits
        .map(
          ({ name, value, unit, source }) =>
            `/** In ${unit}. Source: ${source}. */\nexport const ${name} = ${value};\n`,
        )
        .join("\n"),
  ]);
}

function problemFile(): [string, string] {
  const codes = read<ProblemRow>("problems.json").map(({ code }) => `  | "${code}"`);
  return [
    "problem-codes.ts",
    `${HEAD}/** Problem codes that the server may return. */\nexport type ProblemCode =\n${codes.join("\n")};\n`,
  ];
}

describe("the files written from the server's tables", () => {
  test.each([...limitFiles(), problemFile()])("%s is fresh", (file, content) => {
    const path = resolve(import.meta.dirname, file);
    if (update) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }

    expect(readFileSync(path, "utf8")).toBe(content);
  });

  test("schema.d.ts is fresh", { timeout: 60_000 }, () => {
    const tools = createRequire(resolve(root, "tools/openapi/package.json"));
    const tool = resolve(dirname(tools.resolve("openapi-typescript/package.json")), "bin/cli.js");
    const input = resolve(root, "contract/openapi.json");
    const output = resolve(import.meta.dirname, "schema.d.ts");
    const run = () =>
      execFileSync(process.execPath, [tool, input, "--output", output, ...(update ? [] : ["--check"])], {
        stdio: "pipe",
      });

    expect(run).not.toThrow();
  });
});

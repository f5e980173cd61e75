import { expect, test } from "vitest";
import { compile } from "./compile";
import { libraryName } from "./prepare";

test("compiles a component with types and JSX, and names what it imports", () => {
  const { code, modules } = compile(
    `import { useState } from "react";
import { LineChart } from "recharts";
type Props = { n: number };
export default function App({ n }: Props) {
  const [x] = useState<number>(n);
  return <><LineChart />{x as number}</>;
}`,
  );
  expect(code).toContain("exports.default");
  expect(code).not.toContain("Props");
  expect(modules.sort()).toEqual(["react", "react/jsx-runtime", "recharts"]);
});

test("says where code is wrong", () => {
  expect(() => compile("export default () => <div>")).toThrow(/\(1:\d+\)/);
});

test.each([
  ["https://cdn.jsdelivr.net/npm/chart.js@4/dist/chart.umd.js", "chart.js"],
  ["https://unpkg.com/three@0.160.0/build/three.min.js", "three"],
  ["//cdnjs.cloudflare.com/ajax/libs/d3/7.9.0/d3.min.js", "d3"],
  ["https://unpkg.com/@babel/standalone@7/babel.js", "@babel/standalone"],
  ["https://example.org/lib/thing.js?v=1", "thing.js"],
])("names the library at %s", (address, name) => {
  expect(libraryName(address)).toBe(name);
});

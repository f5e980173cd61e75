import { parse } from "acorn";
import { simple } from "acorn-walk";
import { transform } from "sucrase";
import { GUARD_SCRIPT, guardLoops } from "./guard-loops";

/** A component as its frame runs it. */
export interface Compiled {
  code: string;
  /** Modules that it imports. */
  modules: string[];
}

/**
 * Compiles a component with JSX and TypeScript to CommonJS, with guarded loops.
 *
 * Throws with the place where the code is wrong.
 */
export function compile(source: string): Compiled {
  const { code } = transform(source, {
    transforms: ["typescript", "jsx", "imports"],
    jsxRuntime: "automatic",
    production: true,
    preserveDynamicImport: true,
  });
  const modules = new Set<string>(["react/jsx-runtime"]);
  const program = parse(code, { ecmaVersion: "latest", allowReturnOutsideFunction: true });
  simple(program, {
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== "Identifier" || callee.name !== "require") return;
      if (first?.type === "Literal" && typeof first.value === "string") modules.add(first.value);
    },
    ImportExpression({ source: address }) {
      if (address.type === "Literal" && typeof address.value === "string") modules.add(address.value);
    },
  });
  // On the first line, so that the lines keep their numbers.
  return { code: GUARD_SCRIPT + guardLoops(code), modules: [...modules] };
}

import type { FromGuest, Library, ToGuest } from "../messages";
import { describe } from "./watch-errors";

type Modules = Record<string, unknown>;

declare global {
  var artifactModules: Modules | undefined;
}

interface ReactRoot {
  render(element: unknown): void;
}

/** Runs libraries in their order; each adds its modules to `artifactModules`. */
export function runLibraries(libraries: readonly { text: string }[]): void {
  for (const { text } of libraries) new Function(text)();
}

/** Renders the default export of a component's module. */
export async function mount(
  { code, libraries, styles }: Extract<ToGuest, { kind: "mount" }>,
  say: (message: FromGuest) => void,
): Promise<void> {
  const fail = (thrown: unknown) => say({ kind: "error", message: describe(thrown), line: lineOf(thrown) });
  try {
    for (const library of libraries) await load(library);
    if (styles !== null) runLibraries([{ text: styles }]);
    const modules = globalThis.artifactModules ?? {};
    const { createElement } = modules.react as { createElement: (type: unknown) => unknown };
    const { createRoot } = modules["react-dom/client"] as {
      createRoot: (place: Element, options: object) => ReactRoot;
    };
    const place = document.createElement("div");
    place.id = "root";
    document.body.replaceChildren(place);
    const component = componentOf(code, modules);
    createRoot(place, { onUncaughtError: fail, onCaughtError: fail }).render(createElement(component));
  } catch (error) {
    fail(error);
  }
}

async function load(library: Library): Promise<void> {
  if ("url" in library) await import(/* @vite-ignore */ library.url);
  else runLibraries([library]);
}

/** Name under which the code appears in stacks. */
const NAME = "artifact.jsx";

function componentOf(code: string, modules: Modules): unknown {
  const module = { exports: {} as Record<string, unknown> };
  const require = (name: string) => {
    if (name in modules) return modules[name];
    throw new Error(`"${name}" is not available`);
  };
  const run = new Function("require", "module", "exports", `${code}\n//# sourceURL=${NAME}`);
  run(require, module, module.exports);
  const { exports } = module;
  const component = exports.default ?? Object.values(exports).find((value) => typeof value === "function");
  if (!component) throw new Error("The artifact has no default export");
  return component;
}

/** Lines that `new Function` puts before the code. */
const LINES_BEFORE = 2;

function lineOf(thrown: unknown): number | null {
  const stack = thrown instanceof Error ? (thrown.stack ?? "") : "";
  const line = new RegExp(`${NAME.replace(".", "\\.")}:(\\d+)`).exec(stack)?.[1];
  return line ? Math.max(1, Number(line) - LINES_BEFORE) : null;
}

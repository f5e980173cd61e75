import { afterDoctype, prepare } from "../preview/prepare";
import { NotExported } from "./not-exported";

export interface ExportedPage {
  title: string;
  /** Origins that it may reach. */
  hosts: readonly string[];
}

/** Returns a page, a drawing or a component as one HTML file that needs nothing else (decision 1019). */
export async function standalonePage(
  kind: "html" | "svg" | "react",
  content: string,
  page: ExportedPage,
): Promise<string> {
  const prepared = await prepare(kind, content);
  switch (prepared.kind) {
    case "unsupported":
      throw new NotExported(prepared.names.join(", "));
    case "wrong":
      throw new NotExported(prepared.message);
    case "run": {
      const hasTitle = kind === "html" && /<title[\s>]/i.test(content);
      const head = headOf(page.hosts, hasTitle ? null : page.title);
      const styles = prepared.styles === null ? "" : scriptOf(prepared.styles);
      return afterDoctype(prepared.html, head + styles);
    }
    case "mount": {
      const scripts = prepared.libraries.map((library) => {
        if ("url" in library) throw new NotExported("the development server has no bundled libraries");
        return scriptOf(library.text);
      });
      if (prepared.styles !== null) scripts.push(scriptOf(prepared.styles));
      scripts.push(scriptOf(mountText(prepared.code)));
      const head = headOf(page.hosts, page.title);
      return `<!doctype html><html><head>${head}</head><body><div id="root"></div>\n${scripts.join("\n")}\n</body></html>\n`;
    }
  }
}

/** Returns a drawn diagram as a page. */
export const drawingPage = (svg: string, ground: string, title: string): string =>
  `<!doctype html><html><head>${headOf([], title)}<style>body{margin:0;min-height:100vh;display:grid;place-items:center;background:${ground}}svg{max-width:100%;height:auto}</style></head><body>${svg}</body></html>\n`;

/** Returns what comes first in each file: the policy of the frame, and what its page gives to artifacts. */
function headOf(hosts: readonly string[], title: string | null): string {
  const named = title === null ? "" : `<title>${escaped(title)}</title>`;
  return `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policyOf(hosts)}"><meta name="viewport" content="width=device-width, initial-scale=1">${named}<script>${WITHOUT_MODELS}</script>`;
}

/** Returns the policy of the frame (`server/features/artifacts/src/hosts.rs`), without what only a response can say. */
function policyOf(hosts: readonly string[]): string {
  const reachable = hosts.filter((host) => /^https:\/\/[\w.:-]+$/.test(host)).join(" ");
  return [
    "default-src 'none'",
    "script-src 'unsafe-inline' 'unsafe-eval' blob:",
    "style-src 'unsafe-inline'",
    `img-src data: blob: ${reachable}`.trim(),
    "font-src data:",
    "media-src data: blob:",
    `connect-src ${reachable || "'none'"}`,
    "worker-src 'none'",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** Script that answers for the models, which a file does not reach. */
const WITHOUT_MODELS = `{const model={complete:()=>Promise.reject(new Error("A saved file cannot ask a model"))};Object.assign(globalThis,{ensemble:model,claude:model})}`;

/** Returns a script of its own scope whose text does not end it. */
function scriptOf(code: string): string {
  const inside = code.replace(/<\/(script)/gi, "<\\/$1").replaceAll("<!--", "<\\!--");
  return `<script>(function(){${inside}\n}).call(globalThis)</script>`;
}

/** Returns the script that renders a component, as `preview/guest/mount.ts` does. */
const mountText = (code: string): string => `const modules = globalThis.artifactModules;
const artifact = { exports: {} };
const load = (name) => {
  if (name in modules) return modules[name];
  throw new Error('"' + name + '" is not available');
};
(function (require, module, exports) {${code}
})(load, artifact, artifact.exports);
const component = artifact.exports.default ?? Object.values(artifact.exports).find((value) => typeof value === "function");
modules["react-dom/client"].createRoot(document.getElementById("root")).render(modules.react.createElement(component));`;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

import { fileURLToPath } from "node:url";
import type { InlineConfig, Plugin } from "vite";

/** Preact in place of React, so that components written for React are small enough for pages. */
const INSTEAD: Readonly<Record<string, string>> = {
  react: "preact/compat",
  "react-dom": "preact/compat",
  "react-dom/client": "preact/compat/client",
  "react/jsx-runtime": "preact/jsx-runtime",
};

/** Builds the in-page interface as one script, because pages would not let it load others. */
export function pageBuild(entrypoints: readonly { name: string }[], config: InlineConfig): void {
  if (entrypoints.some(({ name }) => name === "resident"))
    config.plugins = [...(config.plugins ?? []), bare()];
  if (!entrypoints.some(({ name }) => name === "page-interface")) return;
  config.plugins = [...(config.plugins ?? []), small(), styles()];
}

/** Removes WXT's logging wrapper from a script: half a kilobyte per page. */
function bare(): Plugin {
  return {
    name: "ensemble:page-bare",
    transform(_code, id) {
      const [, script] = id.split("virtual:wxt-unlisted-script-entrypoint?");
      return script ? `import script from ${JSON.stringify(script)}; export default script.main();` : null;
    },
  };
}

function small(): Plugin {
  const ours = (file: string) => fileURLToPath(new URL(`../src/page-interface/${file}`, import.meta.url));
  return {
    name: "ensemble:page-small",
    enforce: "pre",
    async resolveId(id, importer) {
      if (id === "react/compiler-runtime") return ours("compiler-runtime.ts");
      // The table of all HTML entities is a third of the Markdown parser.
      if (id === "decode-named-character-reference") return ours("few-entities.ts");
      const other = INSTEAD[id];
      return other ? await this.resolve(other, importer, { skipSelf: true }) : null;
    },
  };
}

/**
 * Adapts the styles to a shadow root in any page: sizes in pixels, because `rem` depends on the page; tokens
 * on our own element, because the page can override `:host`; no fonts, which a page's content policy blocks.
 */
function styles(): Plugin {
  return {
    name: "ensemble:page-styles",
    enforce: "post",
    transform(code, id) {
      return /page-interface\.css\?inline/.test(id) ? withoutPage(code) : null;
    },
  };
}

export function withoutPage(css: string): string {
  return (
    css
      .replace(/@font-face\s*\{[^}]*\}/g, "")
      .replace(
        /(?<![\w.-])(\d*\.?\d+)rem\b/g,
        (_, size: string) => `${Number((Number(size) * 16).toFixed(4))}px`,
      )
      .replace(/:root\s*,\s*:host|:host\s*,\s*:root|:root|:host/g, ".ensemble")
      .replace(/(^|[\s,{}>])(?:html|body)(?=[\s,{:[>])/g, "$1.ensemble")
      // Properties are registered with a document, not with a shadow root, so their initial values are
      // set instead.
      .replace(/@property\s+--[\w-]+\s*\{[^}]*\}/g, "")
      .replace(/@supports\s*\(+-webkit-hyphens:\s*none\)[^{]*\{/g, "@supports (display:block){")
  );
}

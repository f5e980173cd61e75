import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Fonts of scripts that every system has fonts for. */
const OTHER_SCRIPTS = /-(?:cyrillic|cyrillic-ext|greek|greek-ext|latin-ext|vietnamese)-/;

const LANGUAGE = /^(?:@shikijs\/langs|\.)\/(\w+)(?:\.mjs)?$/;
const AS_OTHERS: Readonly<Record<string, string>> = {
  cpp: "cpp-as-c.ts",
  jsx: "jsx-as-javascript.ts",
  typescript: "typescript-as-tsx.ts",
};

/**
 * Leaves out what the panel can do without, so that the package stays below 1.5 MB: diagrams, which show as code here
 * and are drawn on the web page; fonts for other scripts than Latin, and old forms of the formulas' fonts; and grammars
 * that are nearly another's: C++ is coloured as C, JSX as JavaScript, TypeScript as TSX.
 */
export function keepSmall(): Plugin {
  const inPanel = (file: string) => fileURLToPath(new URL(`../src/panel/${file}`, import.meta.url));
  return {
    name: "ensemble:keep-small",
    enforce: "pre",
    resolveId(id, importer = "") {
      if (id === "./Diagram" && importer.includes("/blocks/diagrams/")) return inPanel("Diagram.tsx");
      if (id === "./diagrams/diagram-frame") return inPanel("no-diagrams.ts");
      const language = LANGUAGE.exec(id)?.[1];
      const isGrammar = id.startsWith("@shikijs/langs/") || importer.includes("@shikijs/langs");
      const other = language !== undefined && isGrammar ? AS_OTHERS[language] : undefined;
      return other ? inPanel(other) : null;
    },
    transform(code, id) {
      if (!/\.css(\?|$)/.test(id)) return null;
      return code
        .replace(/@font-face\s*\{[^}]*\}/g, (face) => (OTHER_SCRIPTS.test(face) ? "" : face))
        .replace(/,url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, "");
    },
  };
}

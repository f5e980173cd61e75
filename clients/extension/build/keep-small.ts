import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Fonts that every system can substitute: for scripts other than Latin, for code, and formulas' without serifs. */
const SYSTEM_FONTS =
  /-(?:cyrillic|cyrillic-ext|greek|greek-ext|latin-ext|vietnamese)-|jetbrains-mono|KaTeX_(?:Typewriter|SansSerif)/;
/** Rare bold and italic faces of formula fonts: browsers synthesize them. They are 51 kB. */
const RARE_FACES = /KaTeX_(?:Fraktur-Bold|Caligraphic-Bold|Main-BoldItalic|Math-BoldItalic)/;
const TEXTS = /\/i18n\/locales\/[\w-]+\/(\w+)(?:\/\w+)?\.json$/;
/** Text catalogs that the panel has in full; those of in-page features are separate files. */
const PANEL_TEXTS: ReadonlySet<string> = new Set([
  ...["accounts", "bots", "chat", "common", "conflict", "documents", "extension", "library"],
  ...["memory", "mentions", "notice", "portability", "problems", "prompts", "rating", "reading", "resources"],
  ...["search_assistant", "sharing", "start", "teams", "translation", "trash", "voice", "writing"],
]);
/** Problems of areas that the panel does not have: it asks nothing of their routes. */
const OTHER_PROBLEMS =
  /\/problems\/(?:admin|affiliates|agents|artifacts|billing|gateway|images|notifications|research|rewards|schedules|templates|videos)\.json$/;
const SHARED_PROBLEMS = /\/problems\/shared\.json$/;
const OTHER_CODES = /^(?:image_models|image_sources|image_tools|live_settings|model_files|video_models)\./;
/** Texts of other catalogs that are needed in the panel. One that ends with `_` or `.` is the beginning of several. */
const KEPT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  artifacts: ["kinds.", "open_on_web", "states."],
  memos: ["create_failed", "save_as_memo"],
  models: ["costs_at_most", "costs_by_tokens"],
  powerups: [
    ...[
      "anonymous_author",
      "at_most",
      "choose",
      "clear_history",
      "clear_history_hint",
      "clear_history_title",
    ],
    ...["copy_result", "history", "history_hint", "kind.mini_app", "new", "no_results", "no_results_hint"],
    ...["none_hint", "none_mine", "optional", "panel_", "result", "run", "running", "sent.", "title"],
    "what_was_sent",
  ],
  search: ["as_read_hint", "known_by_snippet", "not_found", "page_now"],
};

/** List of the catalogs that are loaded on demand, and the end of its patterns. */
const CATALOG_LIST = /\/i18n\/later-texts\.ts$/;
const LAST_PATTERN = '"!./locales/*/start/index.ts"';
const CATALOGS = new URL("../../i18n/locales/en/", import.meta.url);

/** Lazy import of the component that draws PDF pages. */
const PAGE_VIEW = /^(?:\.\.|@ensemble\/blocks)\/pdf\/PageView$/;

const LANGUAGE = /^(?:@shikijs\/langs|\.)\/(\w+)(?:\.mjs)?$/;
const AS_OTHERS: Readonly<Record<string, string>> = {
  cpp: "cpp-as-c.ts",
  csharp: "csharp-as-java.ts",
  javascript: "javascript-as-tsx.ts",
  jsx: "jsx-as-javascript.ts",
  swift: "swift-as-kotlin.ts",
  typescript: "typescript-as-tsx.ts",
};

/** Module with all of PHP's function names: a third of its grammar. */
const PHP = /\/@shikijs\/langs\/dist\/php\.mjs$/;

/**
 * Removes what the panel can do without, so that the package stays below 1.5 MB: diagrams, which show as code
 * here and are drawn on the web page; PDF pages, which show as text; fonts that every system can substitute,
 * and rare styles and old formats of the formulas' fonts; texts of other pages; and grammars that are close
 * to another one: C++ is highlighted as C, C# as Java, Swift as Kotlin, JavaScript and TypeScript as TSX, PHP's own functions as any
 * others.
 */
export function keepSmall(): Plugin {
  const inPanel = (file: string) =>
    fileURLToPath(new URL(`../src/panel/substitutes/${file}`, import.meta.url));
  return {
    name: "ensemble:keep-small",
    enforce: "pre",
    resolveId(id, importer = "") {
      if (id === "./Diagram" && importer.includes("/blocks/diagrams/")) return inPanel("Diagram.tsx");
      if (PAGE_VIEW.test(id)) return inPanel("PageView.tsx");
      if (id === "@ensemble/blocks/diagrams/diagram-frame") return inPanel("no-diagrams.ts");
      const language = LANGUAGE.exec(id)?.[1];
      const isGrammar = id.startsWith("@shikijs/langs/") || importer.includes("@shikijs/langs");
      const other = language !== undefined && isGrammar ? AS_OTHERS[language] : undefined;
      return other ? inPanel(other) : null;
    },
    load(id) {
      return panelTexts(id);
    },
    transform(code, id) {
      if (PHP.test(id)) return withoutNames(code);
      if (CATALOG_LIST.test(id)) return panelCatalogs(code);
      if (!/\.css(\?|$)/.test(id)) return null;
      const few = code.replace(/@font-face\s*\{[^}]*\}/g, (face) =>
        SYSTEM_FONTS.test(face) || RARE_FACES.test(face) ? "" : face,
      );
      if (few === code && /\/katex[\w.-]*\.css(\?|$)/.test(id))
        throw new Error("the fonts of formulas have other names now");
      return withSystemFonts(few).replace(/,url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, "");
    },
  };
}

/** Names the system's fonts where formulas use those that are left out. */
function withSystemFonts(css: string): string {
  return css
    .replaceAll("font-family:KaTeX_Typewriter", "font-family:monospace")
    .replaceAll("font-family:KaTeX_SansSerif", "font-family:sans-serif");
}

/**
 * Leaves out the catalogs that the panel has nothing of: each would be a file without a text in each language, and
 * together they would take 13 kB.
 */
export function panelCatalogs(code: string): string {
  if (!code.includes(LAST_PATTERN)) throw new Error("the catalogs are listed in another way now");
  const unused = readdirSync(CATALOGS)
    .map((name) => name.replace(/\.json$/, ""))
    .filter((area) => !PANEL_TEXTS.has(area) && KEPT_TEXTS[area] === undefined);
  const patterns = unused.flatMap((area) => [`./locales/*/${area}.json`, `./locales/*/${area}/index.ts`]);
  return code.replace(LAST_PATTERN, [LAST_PATTERN, ...patterns.map((pattern) => `"!${pattern}"`)].join(", "));
}

/** Returns the part of a text file that goes into the package; null: all of it, or it is not a text file. */
export function panelTexts(file: string): string | null {
  if (OTHER_PROBLEMS.test(file)) return "{}";
  if (SHARED_PROBLEMS.test(file)) return partOf(file, (code) => !OTHER_CODES.test(code));
  const area = TEXTS.exec(file)?.[1];
  if (area === undefined || PANEL_TEXTS.has(area)) return null;
  const kept = KEPT_TEXTS[area] ?? [];
  if (kept.length === 0) return "{}";
  const whole = new Set(kept);
  const beginnings = kept.filter((key) => /[._]$/.test(key));
  return partOf(
    file,
    (key) =>
      whole.has(key.replace(/_(?:zero|one|two|few|many|other)$/, "")) ||
      beginnings.some((beginning) => key.startsWith(beginning)),
  );
}

/** Returns the texts of a file whose keys are kept. */
function partOf(file: string, isKept: (key: string) => boolean): string {
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  return JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([key]) => isKept(key))));
}

/** Removes the function names from PHP's grammar. */
function withoutNames(module: string): string {
  return module.replace(/JSON\.parse\((".*")\)/, (_, text: string) => {
    const grammar = JSON.parse(JSON.parse(text)) as { repository: Record<string, object> };
    if (!grammar.repository.support) throw new Error("PHP's grammar has other names now");
    grammar.repository.support = { patterns: [] };
    return `JSON.parse(${JSON.stringify(JSON.stringify(grammar))})`;
  });
}

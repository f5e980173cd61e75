import type { LanguageInput } from "shiki/core";

interface CodeLanguage {
  name: string;
  ending: string;
  aliases?: string[];
  load: () => Promise<LanguageInput>;
}

/** Highlighted languages; each loads with the first complete code block in it. */
const LANGUAGES: Record<string, CodeLanguage> = {
  bash: {
    name: "Shell",
    ending: "sh",
    aliases: ["sh", "shell", "zsh", "console", "shellscript"],
    load: () => import("@shikijs/langs/bash"),
  },
  c: { name: "C", ending: "c", aliases: ["h"], load: () => import("@shikijs/langs/c") },
  cpp: {
    name: "C++",
    ending: "cpp",
    aliases: ["c++", "cc", "hpp"],
    load: () => import("@shikijs/langs/cpp"),
  },
  csharp: { name: "C#", ending: "cs", aliases: ["c#", "cs"], load: () => import("@shikijs/langs/csharp") },
  css: { name: "CSS", ending: "css", load: () => import("@shikijs/langs/css") },
  dart: { name: "Dart", ending: "dart", load: () => import("@shikijs/langs/dart") },
  diff: { name: "Diff", ending: "diff", aliases: ["patch"], load: () => import("@shikijs/langs/diff") },
  docker: {
    name: "Dockerfile",
    ending: "dockerfile",
    aliases: ["dockerfile"],
    load: () => import("@shikijs/langs/docker"),
  },
  go: { name: "Go", ending: "go", aliases: ["golang"], load: () => import("@shikijs/langs/go") },
  haskell: { name: "Haskell", ending: "hs", aliases: ["hs"], load: () => import("@shikijs/langs/haskell") },
  html: { name: "HTML", ending: "html", load: () => import("@shikijs/langs/html") },
  ini: {
    name: "INI",
    ending: "ini",
    aliases: ["conf", "properties"],
    load: () => import("@shikijs/langs/ini"),
  },
  java: { name: "Java", ending: "java", load: () => import("@shikijs/langs/java") },
  javascript: {
    name: "JavaScript",
    ending: "js",
    aliases: ["js", "mjs", "cjs"],
    load: () => import("@shikijs/langs/javascript"),
  },
  json: {
    name: "JSON",
    ending: "json",
    aliases: ["jsonc", "json5"],
    load: () => import("@shikijs/langs/json"),
  },
  jsx: { name: "JSX", ending: "jsx", load: () => import("@shikijs/langs/jsx") },
  kotlin: { name: "Kotlin", ending: "kt", aliases: ["kt"], load: () => import("@shikijs/langs/kotlin") },
  latex: { name: "LaTeX", ending: "tex", aliases: ["tex"], load: () => import("@shikijs/langs/latex") },
  lua: { name: "Lua", ending: "lua", load: () => import("@shikijs/langs/lua") },
  makefile: {
    name: "Makefile",
    ending: "mk",
    aliases: ["make"],
    load: () => import("@shikijs/langs/makefile"),
  },
  markdown: {
    name: "Markdown",
    ending: "md",
    aliases: ["md"],
    load: () => import("@shikijs/langs/markdown"),
  },
  php: { name: "PHP", ending: "php", load: () => import("@shikijs/langs/php") },
  powershell: {
    name: "PowerShell",
    ending: "ps1",
    aliases: ["ps1", "pwsh"],
    load: () => import("@shikijs/langs/powershell"),
  },
  python: {
    name: "Python",
    ending: "py",
    aliases: ["py", "python3"],
    load: () => import("@shikijs/langs/python"),
  },
  r: { name: "R", ending: "r", load: () => import("@shikijs/langs/r") },
  ruby: { name: "Ruby", ending: "rb", aliases: ["rb"], load: () => import("@shikijs/langs/ruby") },
  rust: { name: "Rust", ending: "rs", aliases: ["rs"], load: () => import("@shikijs/langs/rust") },
  scala: { name: "Scala", ending: "scala", load: () => import("@shikijs/langs/scala") },
  sql: {
    name: "SQL",
    ending: "sql",
    aliases: ["sqlite", "postgresql", "mysql"],
    load: () => import("@shikijs/langs/sql"),
  },
  swift: { name: "Swift", ending: "swift", load: () => import("@shikijs/langs/swift") },
  toml: { name: "TOML", ending: "toml", load: () => import("@shikijs/langs/toml") },
  tsx: { name: "TSX", ending: "tsx", load: () => import("@shikijs/langs/tsx") },
  typescript: {
    name: "TypeScript",
    ending: "ts",
    aliases: ["ts", "mts"],
    load: () => import("@shikijs/langs/typescript"),
  },
  xml: { name: "XML", ending: "xml", aliases: ["svg"], load: () => import("@shikijs/langs/xml") },
  yaml: { name: "YAML", ending: "yaml", aliases: ["yml"], load: () => import("@shikijs/langs/yaml") },
};

const IDS = new Map(
  Object.entries(LANGUAGES).flatMap(([id, { aliases = [] }]) =>
    [id, ...aliases].map((name) => [name, id] as const),
  ),
);

/** Returns the id of a highlighted language by any of its names. */
export const findLanguage = (name: string): string | null => IDS.get(name) ?? null;

export const loadLanguage = async (id: string): Promise<LanguageInput> => {
  const language = LANGUAGES[id];
  if (!language) throw new Error(`no language ${id}`);
  return language.load();
};

/** Languages with a name but without highlighting, because they are drawn. */
const UNCOLOURED: Record<string, { name: string; ending: string }> = {
  mermaid: { name: "Mermaid", ending: "mmd" },
};

/** Returns the display name of a language; the fence's own word if it is unknown. */
export const nameOfLanguage = (name: string): string => languageOf(name)?.name ?? name;

export const fileEndingOf = (name: string): string => languageOf(name)?.ending ?? "txt";

const languageOf = (name: string) => LANGUAGES[IDS.get(name) ?? ""] ?? UNCOLOURED[name];

import darkTheme from "@shikijs/themes/github-dark-high-contrast";
import lightTheme from "@shikijs/themes/github-light-high-contrast";
import { createHighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { loadLanguage } from "./code-languages";

export interface ColouredToken {
  content: string;
  /** `--code-light` and `--code-dark`, of which the style sheet uses the theme's. */
  style: Record<string, string>;
}

const highlighter = createHighlighterCore({
  themes: [lightTheme, darkTheme],
  // Unknown constructs of a grammar are skipped instead of throwing: colors are decoration.
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

/** Highlights code. Loaded lazily; until then the caller shows plain text. */
export async function highlight(code: string, language: string): Promise<ColouredToken[][]> {
  const shiki = await highlighter;
  if (!shiki.getLoadedLanguages().includes(language)) await shiki.loadLanguage(await loadLanguage(language));
  const { tokens } = shiki.codeToTokens(code, {
    lang: language,
    themes: { light: lightTheme.name ?? "", dark: darkTheme.name ?? "" },
    cssVariablePrefix: "--code-",
    defaultColor: false,
  });
  return tokens.map((line) => line.map(({ content, htmlStyle = {} }) => ({ content, style: htmlStyle })));
}

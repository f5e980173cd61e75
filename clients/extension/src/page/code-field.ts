import { closestAround } from "./composed";
import { isArea, isLine } from "./node-kinds";

/** Selector of code editors and of elements that show code. */
const CODE =
  ".cm-editor, .CodeMirror, .monaco-editor, .ace_editor, .xterm, .jp-InputArea, .blocklyWidgetDiv, .cdr, pre, code, [class*=code-editor], [class*=codeeditor], [class*=CodeEditor], [data-language], [class*=language-]";

/** Matches names of fields for code, settings and queries. */
const CODE_NAME =
  /(^|[^a-z])(code|source|script|json|yaml|toml|xml|html|css|sql|regex|regexp|query|cron|diff|patch|dockerfile|markup|snippet|terminal|console|shell|latex)([^a-z]|$)/i;

const MONOSPACED = /mono|courier|consolas|menlo|monaco|fira code|source code|jetbrains|hack\b/i;

/** Returns true for fields in which code, settings or queries are written: every space of them counts. */
export function isCode(field: HTMLElement): boolean {
  if (closestAround(field, CODE)) return true;
  if (!MONOSPACED.test(getComputedStyle(field).fontFamily)) return false;
  // Text areas are monospaced by default, so they have to say more than that.
  if (!isArea(field) && !isLine(field)) return true;
  const said = (name: string) => {
    const around = field.closest(`[${name}]`);
    // What a page says about all of itself says nothing about this field.
    return around?.matches("html, body") ? "" : (around?.getAttribute(name) ?? "").toLowerCase();
  };
  return (
    said("spellcheck") === "false" ||
    ["off", "none"].includes(said("autocapitalize")) ||
    said("autocorrect") === "off" ||
    field.getAttribute("wrap") === "off" ||
    /^pre$|nowrap/.test(getComputedStyle(field).whiteSpace) ||
    ["name", "id", "class", "aria-label", "placeholder"].some((name) =>
      CODE_NAME.test(field.getAttribute(name) ?? ""),
    )
  );
}

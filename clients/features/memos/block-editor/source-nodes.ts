import { Mark } from "@tiptap/core";
import { CodeBlock } from "@tiptap/extension-code-block";

/** Block of Markdown that the editor has no form for: shown and edited as it is written. */
export const SourceBlock = CodeBlock.extend({
  name: "sourceBlock",
  addAttributes: () => ({}),
  addCommands: () => ({}),
  addInputRules: () => [],
  addProseMirrorPlugins: () => [],
  parseHTML: () => [{ tag: "pre[data-source]", preserveWhitespace: "full" }],
  renderHTML: () => ["pre", { "data-source": "", dir: "ltr" }, ["code", 0]],
  addKeyboardShortcuts() {
    const { Backspace, Enter, ArrowDown } = this.parent?.() ?? {};
    return { ...(Backspace && { Backspace }), ...(Enter && { Enter }), ...(ArrowDown && { ArrowDown }) };
  },
});

/** Words of Markdown that the editor has no form for, such as a footnote's number or a formula. */
export const SourceText = Mark.create({
  name: "source",
  inclusive: false,
  excludes: "",
  code: true,
  parseHTML: () => [{ tag: "code[data-source]" }],
  renderHTML: () => ["code", { "data-source": "", dir: "ltr" }, 0],
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { targetOf } from "../target";
import { familyOf } from "./family";

function editorIn(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.querySelector("[contenteditable]") as HTMLElement;
}

let typed: string[] = [];

beforeEach(() => {
  typed = [];
  document.execCommand = (name, _, text) => {
    typed.push(`${name} ${text ?? ""}`);
    return true;
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test.each([
  [`<div data-slate-editor contenteditable></div>`, "slate"],
  [`<div data-lexical-editor contenteditable></div>`, "lexical"],
  [`<div class="tiptap ProseMirror" contenteditable></div>`, "prosemirror"],
  [`<div class="ql-container"><div class="ql-editor" contenteditable></div></div>`, "quill"],
  [
    `<div class="ql-container"><div class="ql-editor" contenteditable></div><div class="ql-clipboard"></div></div>`,
    "old_quill",
  ],
  [
    `<div class="DraftEditor-root"><div class="public-DraftEditor-content" contenteditable></div></div>`,
    "draft",
  ],
  [`<div class="ck-content ck-editor__editable" contenteditable></div>`, "ckeditor"],
  [`<div class="mce-content-body" contenteditable></div>`, "tinymce"],
  [`<div class="cm-editor"><div class="cm-content" contenteditable></div></div>`, "codemirror"],
  [`<div class="monaco-editor"><textarea contenteditable></textarea></div>`, "hidden_code"],
  [`<div class="CodeMirror"><div class="CodeMirror-code" contenteditable></div></div>`, "codemirror"],
  [`<div class="ck-content cke_editable" contenteditable></div>`, "old_ckeditor"],
  [`<trix-editor contenteditable></trix-editor>`, "trix"],
  [`<div class="ce-block"><div contenteditable></div></div>`, "editorjs"],
  [`<div contenteditable></div>`, "plain"],
] as const)("an editor is known by its library's marks: %s", (html, family) => {
  expect(familyOf(editorIn(html))).toBe(family);
});

/** Editor with a model of its own: it takes pastes alone, and draws what it holds. */
function modelEditor(takes: boolean, joinsLines = false): { editor: HTMLElement; held: () => string } {
  const editor = editorIn(`<div data-slate-editor contenteditable><p>One line.</p><p>Another.</p></div>`);
  let lines = ["One line.", "Another."];
  const draw = () => {
    editor.innerHTML = lines.map((line) => `<p>${line}</p>`).join("");
  };
  editor.addEventListener("paste", (event) => {
    const text = (event as ClipboardEvent).clipboardData?.getData("text/plain") ?? "";
    event.preventDefault();
    if (takes) lines = joinsLines ? [text.replaceAll("\n", "")] : text.split("\n");
    // As frameworks do: in the next turn.
    setTimeout(draw);
  });
  return { editor, held: () => lines.join("\n") };
}

describe("a text is put into an editor with a model of its own", () => {
  test("through its own paste, never by a change of what it shows", async () => {
    const { editor, held } = modelEditor(true);
    const target = targetOf(editor);
    expect(await target.replace(0, target.read().length, "Eins.\nZwei.")).toBe(true);
    expect(held()).toBe("Eins.\nZwei.");
    expect(typed).toEqual([]);
  });

  test("and it is said when the editor joins its lines", async () => {
    const { editor, held } = modelEditor(true, true);
    const target = targetOf(editor);
    expect(await target.replace(0, target.read().length, "Eins.\nZwei.")).toBe(false);
    expect(held()).toBe("Eins.Zwei.");
  });

  test("and it is said when the editor does not take it", async () => {
    const { editor, held } = modelEditor(false);
    const target = targetOf(editor);
    expect(await target.replace(0, target.read().length, "Eins.\nZwei.")).toBe(false);
    expect(held()).toBe("One line.\nAnother.");
  });
});

test("a field whose framework puts its own value back did not take the text", async () => {
  document.body.innerHTML = "<textarea>kept</textarea>";
  const field = document.querySelector("textarea") as HTMLTextAreaElement;
  document.execCommand = () => false;
  field.addEventListener("input", () => setTimeout(() => (field.value = "kept")));
  expect(await targetOf(field).replace(0, 4, "new")).toBe(false);
});

test("a new paragraph after others takes no letter of theirs", async () => {
  document.body.innerHTML = `<div class="ql-container"><div class="ql-editor" contenteditable><p>One.</p></div><div class="ql-clipboard"></div></div>`;
  const target = targetOf(document.querySelector("[contenteditable]") as HTMLElement);
  await target.replace(4, 4, "\n\nTwo.");
  expect(typed).toEqual(["insertParagraph ", "insertParagraph ", "insertText Two."]);
});

test("an editor that draws by itself gives its selection, and takes a paste in its place", async () => {
  document.body.innerHTML = `<div class="monaco-editor"><div id="keys" tabindex="0"></div><pre>let lamp;</pre></div>`;
  const [keys, drawn] = [document.querySelector("#keys"), document.querySelector("pre")] as [
    HTMLElement,
    HTMLElement,
  ];
  Object.assign(keys, { editContext: { text: "let lamp;", selectionStart: 8, selectionEnd: 4 } });
  keys.addEventListener("paste", (event) => {
    event.preventDefault();
    const text = (event as ClipboardEvent).clipboardData?.getData("text/plain") ?? "";
    drawn.textContent = `let ${text};`;
  });
  const target = targetOf(keys);
  expect(target.read()).toBe("lamp");
  expect(await target.replace(0, 4, "oil")).toBe(true);
  expect(drawn.textContent).toBe("let oil;");
});

import { beforeEach, describe, expect, test } from "vitest";
import { writingField } from "./field-kind";

/** Returns the element with `id=f` of a page, with a size. */
function field(html: string, { width = 400, height = 80 } = {}): HTMLElement {
  document.body.innerHTML = html;
  const found = document.getElementById("f") as HTMLElement;
  for (const [name, value] of [
    ["clientWidth", width],
    ["clientHeight", height],
  ] as const)
    Object.defineProperty(found, name, { value, configurable: true });
  // This DOM only knows the attribute.
  for (const element of document.body.querySelectorAll<HTMLElement>("*"))
    Object.defineProperty(element, "isContentEditable", {
      value: element.closest("[contenteditable]:not([contenteditable=false])") !== null,
      configurable: true,
    });
  return found;
}

beforeEach(() => {
  document.body.innerHTML = "";
});

describe("the writing helper stands by", () => {
  test.each([
    `<textarea id="f"></textarea>`,
    `<label>Your message <textarea id="f" name="message"></textarea></label>`,
    `<textarea id="f" name="address-to-the-nation"></textarea>`,
    `<input id="f" name="subject">`,
    `<input id="f" type="text" name="title" maxlength="120">`,
    `<div id="f" contenteditable="true" role="textbox" aria-label="Message Body"><p>x</p></div>`,
    `<div id="f" contenteditable="plaintext-only"></div>`,
  ])("%s", (html) => {
    const element = field(html);
    expect(writingField(element)).toBe(element);
  });

  test("the whole editor, whichever piece of it has the focus", () => {
    const editor = field(`<div id="f" contenteditable="true"><p id="p">x</p></div>`);
    expect(writingField(document.getElementById("p"))).toBe(editor);
  });
});

// security EX3: "password/card fields and `autocomplete=cc-*` never in payload"
describe("it keeps away from", () => {
  test.each([
    `<input id="f" type="password">`,
    `<input id="f" type="email">`,
    `<input id="f" type="tel">`,
    `<input id="f" type="search">`,
    `<input id="f" type="number">`,
    `<input id="f" autocomplete="cc-number">`,
    `<input id="f" autocomplete="one-time-code">`,
    `<input id="f" inputmode="numeric">`,
    `<input id="f" name="cardholder">`,
    `<input id="f" placeholder="CVV">`,
    `<input id="f" aria-label="验证码">`,
    `<label for="f">Recovery PIN</label><input id="f">`,
    `<input id="f" role="combobox">`,
    `<input id="f" maxlength="6">`,
    `<input id="f" readonly>`,
    `<input id="f" disabled>`,
    `<form><input id="f" name="who"><input type="password"></form>`,
    `<textarea id="f" readonly></textarea>`,
    `<textarea id="f" name="recovery-phrase"></textarea>`,
    `<textarea id="f" placeholder="Paste your private key"></textarea>`,
    `<textarea id="f" spellcheck="false" style="font-family: Menlo, monospace"></textarea>`,
    `<div class="cm-editor"><div id="f" contenteditable="true"></div></div>`,
    `<div class="monaco-editor"><textarea id="f"></textarea></div>`,
    `<div id="f" contenteditable="false"></div>`,
    `<div id="f" contenteditable="true" aria-readonly="true"></div>`,
    `<p id="f">x</p>`,
  ])("%s", (html) => expect(writingField(field(html))).toBeNull());

  test("fields too small to write in", () => {
    expect(writingField(field(`<input id="f">`, { width: 120 }))).toBeNull();
    expect(writingField(field(`<textarea id="f"></textarea>`, { width: 60 }))).toBeNull();
    expect(writingField(field(`<textarea id="f"></textarea>`, { height: 12 }))).toBeNull();
  });

  test("what is no element", () => {
    expect(writingField(null)).toBeNull();
    expect(writingField(window)).toBeNull();
  });
});

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readMarked } from "./marked";

beforeEach(() => {
  // There is no typing here: fields are edited as in a browser without the command.
  document.execCommand = () => false;
});
afterEach(() => {
  getSelection()?.removeAllRanges();
  document.body.replaceChildren();
});

function markIn(html: string): HTMLInputElement | HTMLTextAreaElement {
  document.body.innerHTML = html;
  const field = document.body.querySelector(
    "input:not([type=password]), textarea, input",
  ) as HTMLInputElement;
  field.focus();
  field.setSelectionRange(0, field.value.length);
  return field;
}

describe("what is marked", () => {
  test("in a field can be replaced where the field can be written in", () => {
    markIn("<textarea>The keeper writes.</textarea>");
    expect(readMarked()).toMatchObject({ text: "The keeper writes." });
    expect(readMarked()?.field).not.toBeNull();
    markIn("<textarea readonly>The keeper writes.</textarea>");
    expect(readMarked()?.field).toBeNull();
  });

  test("is replaced without the white space around it, and nothing beside it", async () => {
    const field = markIn("<textarea>  The keeper writes.\n</textarea>");
    expect(await readMarked()?.field?.replace("He writes.")).toBe(true);
    expect(field.value).toBe("  He writes.\n");
    field.setSelectionRange(2, 4);
    expect(await readMarked()?.field?.insertAfter("She")).toBe(true);
    expect(field.value).toBe("  He\nShe writes.\n");
  });

  test("is left alone where something else was typed meanwhile", async () => {
    const field = markIn("<textarea>The keeper writes. The lamp burns.</textarea>");
    field.setSelectionRange(0, 18);
    const marked = readMarked();
    field.value = "Tonight the keeper writes. The lamp burns.";
    expect(await marked?.field?.replace("He writes.")).toBe(false);
    expect(field.value).toBe("Tonight the keeper writes. The lamp burns.");
  });

  test("on a translated page is what the page says, or the translation that alone is marked", () => {
    Element.prototype.checkVisibility = () => true;
    Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
    Range.prototype.getBoundingClientRect = () => new DOMRect();
    document.body.innerHTML = `<p>The lamp burns oil.<ensemble-translation>Die Lampe brennt mit Öl.</ensemble-translation></p>`;
    const mark = (selector: string) =>
      getSelection()?.selectAllChildren(document.querySelector(selector) as Element);
    mark("p");
    expect(readMarked()?.text).toBe("The lamp burns oil.");
    mark("ensemble-translation");
    expect(readMarked()?.text).toBe("Die Lampe brennt mit Öl.");
  });

  // security EX3: "password/card fields and `autocomplete=cc-*` never in payload"
  test("in a field of secrets is never read", () => {
    for (const secret of [
      '<input type="password" value="hunter2">',
      '<input autocomplete="cc-number" value="4111">',
      '<input autocomplete="one-time-code" value="123456">',
      '<input name="cardnumber" value="4111">',
      '<label>CVV <input value="123"></label>',
      '<form><input value="olivia"><input type="password"></form>',
      '<textarea aria-label="Recovery phrase">word word</textarea>',
    ]) {
      markIn(secret);
      expect(readMarked(), secret).toBeNull();
    }
    markIn('<input name="keywords" value="lamps">');
    expect(readMarked()).not.toBeNull();
  });
});

import { afterEach, describe, expect, test } from "vitest";
import { readMarked } from "./marked";

afterEach(() => document.body.replaceChildren());

function markIn(html: string): HTMLInputElement | HTMLTextAreaElement {
  document.body.innerHTML = html;
  const field = document.body.firstElementChild as HTMLInputElement;
  field.focus();
  field.setSelectionRange(0, field.value.length);
  return field;
}

describe("what is marked", () => {
  test("in a field can be replaced where the field can be written in", () => {
    markIn("<textarea>The keeper writes.</textarea>");
    expect(readMarked()).toMatchObject({ text: "The keeper writes." });
    expect(readMarked()?.write).not.toBeNull();
    markIn("<textarea readonly>The keeper writes.</textarea>");
    expect(readMarked()?.write).toBeNull();
  });

  // security EX3: "password/card fields and `autocomplete=cc-*` never in payload"
  test("in a field of secrets is never read", () => {
    for (const secret of [
      '<input type="password" value="hunter2">',
      '<input autocomplete="cc-number" value="4111">',
      '<input autocomplete="one-time-code" value="123456">',
    ]) {
      markIn(secret);
      expect(readMarked()).toBeNull();
    }
  });
});

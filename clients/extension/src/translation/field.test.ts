import { afterEach, expect, test } from "vitest";
import { readField } from "./field";

afterEach(() => document.body.replaceChildren());

function writeIn(html: string): void {
  document.body.innerHTML = html;
  document.querySelector<HTMLElement>("[data-here]")?.focus();
}

// security EX3: "password/card fields and `autocomplete=cc-*` never in payload"
test("three spaces translate what is written, and never what is a secret by any of its names", () => {
  for (const secret of [
    '<input data-here name="cardnumber" value="4111   ">',
    '<input data-here autocomplete="cc-csc" value="123   ">',
    '<label>IBAN <input data-here value="DE02   "></label>',
    '<form><input data-here value="olivia   "><input type="password"></form>',
    '<input data-here type="password" value="hunter2   ">',
    '<textarea data-here name="api_key">abc   </textarea>',
  ]) {
    writeIn(secret);
    expect(readField(document), secret).toBeNull();
  }
  for (const open of [
    '<input data-here type="search" name="q" value="lamps   ">',
    '<textarea data-here name="message">Hello   </textarea>',
  ]) {
    writeIn(open);
    expect(readField(document)?.text, open).toMatch(/lamps|Hello/);
  }
});

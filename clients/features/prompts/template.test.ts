import { describe, expect, test } from "vitest";
import { actOn, blanksOf, fillIn } from "./template";

describe("blanks", () => {
  test("have a name and a kind, and text is the kind of those that name none", () => {
    expect(
      blanksOf("{{who}} {{ tone :select:warm| plain |warm}} {{n:number}} {{when:date}} {{urgent:checkbox}}"),
    ).toEqual([
      { name: "who", kind: "text" },
      { name: "tone", kind: "select", options: ["warm", "plain"] },
      { name: "n", kind: "number" },
      { name: "when", kind: "date" },
      { name: "urgent", kind: "checkbox" },
    ]);
  });

  test("that come twice are asked for once", () => {
    expect(blanksOf("{{a:number}} and {{a}}")).toEqual([{ name: "a", kind: "number" }]);
  });

  test("in any script", () => {
    expect(blanksOf("给{{收件人}}，{{الأسلوب:select:ودّي|رسمي}}").map((blank) => blank.name)).toEqual([
      "收件人",
      "الأسلوب",
    ]);
  });

  test("are nothing else in braces", () => {
    const code = "{{ }} {{a:colour}} {{b:select}} {a} {{c:number:3}} {{d\n}}";
    expect(blanksOf(code)).toEqual([]);
    expect(fillIn(code, { a: "x" })).toBe(code);
  });

  test("are filled in literally, each time they stand there", () => {
    expect(fillIn("{{a}}+{{a:number}}={{b}}", { a: "$&{{b}}" })).toBe("$&{{b}}+$&{{b}}=");
  });
});

test("a quick action says what it is about behind its words, or where they say so", () => {
  expect(actOn("Explain it.", "Tides")).toBe("Explain it.\n\nTides");
  expect(actOn("Explain it.", " ")).toBe("Explain it.");
  expect(actOn("Is “{{text}}” true?", "$1")).toBe("Is “$1” true?");
});

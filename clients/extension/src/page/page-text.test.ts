import { describe, expect, test } from "vitest";
import { blockText } from "./block-text";
import { countWords, cutText, fileName } from "./page-text";

const textOf = (html: string) => blockText(new DOMParser().parseFromString(html, "text/html").body);

describe("the text of a page", () => {
  test("is in paragraphs; headings, items and code keep their mark", () => {
    const html =
      "<h2>Title</h2><p>One <b>bold</b>\n  word.</p><ul><li>first</li><li>second</li></ul><pre>a\n  b</pre><div></div>";
    expect(textOf(html)).toBe("## Title\n\nOne bold word.\n\n- first\n\n- second\n\n```\na\n  b\n```");
  });

  test("keeps the cells of a row together", () => {
    expect(textOf("<table><tr><th>Year</th><td>1804</td></tr></table>")).toContain("Year | 1804");
  });

  test("is counted in words, in any script", () => {
    expect(countWords("It's 3 o'clock — already!")).toBe(4);
    expect(countWords("灯塔 is 旧")).toBe(4);
    expect(countWords("كانت المنارة قديمة")).toBe(3);
    expect(countWords("")).toBe(0);
  });

  test("ends after a whole paragraph where it is too long", () => {
    expect(cutText("one\n\ntwo\n\nthree", 10)).toEqual({ text: "one\n\ntwo", isCut: true });
    expect(cutText("short", 10)).toEqual({ text: "short", isCut: false });
    expect(cutText("x".repeat(20), 10).text).toHaveLength(10);
  });

  test("has a file name that every server takes", () => {
    expect(fileName({ title: "a/b: c?", host: "h" })).toBe("a b c.txt");
    expect(fileName({ title: "..", host: "h" })).toBe("page.txt");
    expect(fileName({ title: "", host: "chat.example.org" })).toBe("chat.example.org.txt");
    expect([...fileName({ title: "é".repeat(300), host: "h" })]).toHaveLength(84);
  });
});

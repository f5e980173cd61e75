import { describe, expect, test } from "vitest";
import { emptyField, followPlaceholders, withPlaceholders } from "./placeholders";

describe("placeholders become fields", () => {
  test("once each, with a label", () => {
    const fields = withPlaceholders("Dear {{client_name}}, {{ date }} {{client_name}}", []);
    expect(fields.map(({ name, label }) => [name, label])).toEqual([
      ["client_name", "Client name"],
      ["date", "Date"],
    ]);
  });

  test("those in a section are columns, if it is no field yet", () => {
    const fields = withPlaceholders("{{#items}}{{what}} {{client}}{{/items}}", [emptyField("client")]);
    const items = fields.find(({ name }) => name === "items");
    expect(items?.kind).toBe("list");
    expect(items?.columns.map(({ name }) => name)).toEqual(["what"]);
  });

  test("a section of a text stays one", () => {
    const fields = withPlaceholders("{{#note}}P.S. {{note}}{{/note}}", [emptyField("note")]);
    expect(fields).toEqual([emptyField("note")]);
    expect(withPlaceholders("{{#due}}Due: {{due}}{{/due}}", [])[0]?.kind).toBe("text");
  });
});

test("fields follow the text: what is half typed leaves none, and what was edited stays", () => {
  const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);
  const first = followPlaceholders("", "Dear {{gues}}", []);
  expect(names(first)).toEqual(["gues"]);
  const second = followPlaceholders("Dear {{gues}}", "Dear {{guest}}", first);
  expect(names(second)).toEqual(["guest"]);
  const edited = second.map((field) => ({ ...field, required: true }));
  expect(names(followPlaceholders("Dear {{guest}}", "Dear {{friend}}", edited))).toEqual(["guest", "friend"]);
  const list = followPlaceholders("", "{{#items}}{{pri}}{{/items}}", []);
  const [items] = followPlaceholders("{{#items}}{{pri}}{{/items}}", "{{#items}}{{price}}{{/items}}", list);
  expect(names(items?.columns ?? [])).toEqual(["price"]);
});

import { describe, expect, test } from "vitest";
import { emptyField, withPlaceholders } from "./placeholders";

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

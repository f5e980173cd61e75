import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fullMask } from "../mask/mask";
import { perform, unedited } from "./history";
import { paintLayer } from "./layers";
import { parseDocument, serialize, UnreadableDocument } from "./parse";
import { anyCommand, commandSequences, testDocument, testStroke } from "./test-documents";

describe("a stored document", () => {
  test("is read as it was written, after any commands", () => {
    fc.assert(
      fc.property(commandSequences, (sequence) => {
        let edited = unedited(testDocument());
        for (const each of sequence) edited = perform(edited, anyCommand(edited.document, each), 0);
        expect(parseDocument(serialize(edited.document))).toEqual(
          JSON.parse(JSON.stringify(edited.document)),
        );
      }),
    );
  });

  test.each([
    ["no JSON", "{"],
    ["a newer version", JSON.stringify({ ...testDocument(), version: 2 })],
    ["no frame", JSON.stringify({ ...testDocument(), frame: { x: 0, y: 0, width: 0, height: 5 } })],
    ["layers that are no list", JSON.stringify({ ...testDocument(), layers: {} })],
    [
      "an unknown kind of layer",
      JSON.stringify({
        ...testDocument(),
        layers: testDocument().layers.map((one) => ({ ...one, kind: "3d" })),
      }),
    ],
    ["two layers with one id", JSON.stringify(testDocument([...twice()]))],
    [
      "a stroke with half a clip",
      JSON.stringify(testDocument([clippedPaint({ mask: fullMask({ width: 1, height: 1 }) })])),
    ],
    [
      "a selection with missing pixels",
      JSON.stringify({
        ...testDocument(),
        selection: { mask: { width: 2, height: 2, runs: [3] }, origin: { x: 0, y: 0 } },
      }),
    ],
  ])("is refused with %s", (_name, text) => {
    expect(() => parseDocument(text)).toThrow(UnreadableDocument);
  });
});

function clippedPaint(clip: object) {
  return { ...paintLayer("Paint"), marks: [testStroke({ clip: clip as never })] };
}

function twice() {
  const [layer] = testDocument().layers;
  return layer ? [layer, layer] : [];
}

import { describe, expect, test } from "vitest";
import { fullMask } from "../mask/mask";
import { addLayer, crop, duplicateLayer, flip, moveLayer, nudgeSelection, resize, turn } from "./commands";
import { type EditorDocument, LAYERS_MAX } from "./document";
import type { Command } from "./history";
import { fitInto, paintLayer, placeResult } from "./layers";
import { applyTo, type Box, invert, multiply, quarterTurn, transformBox } from "./matrix";
import { applyAll } from "./operations";
import { testDocument, testLayers } from "./test-documents";

const changed = (document: EditorDocument, { operations }: Command) =>
  applyAll(document, operations).document;

/** Returns where the picture of a document lies in its frame. */
function placeIn({ frame, layers }: EditorDocument): Box {
  const layer = layers[0];
  if (layer?.kind !== "picture") throw new Error("the first layer is the picture");
  const box = transformBox(layer.matrix, { x: 0, y: 0, width: layer.width, height: layer.height });
  return { ...box, x: box.x - frame.x, y: box.y - frame.y };
}

describe("commands on the whole picture", () => {
  const whole = testDocument();

  test("cropping changes the frame, and no layer", () => {
    const cropped = changed(whole, crop(whole, { x: 10.4, y: 5, width: 20, height: 15.6 }));
    expect(cropped.frame).toEqual({ x: 10, y: 5, width: 20, height: 16 });
    expect(cropped.layers).toBe(whole.layers);
  });

  test("a turn to the right exchanges the sides, and four of them change nothing", () => {
    let turned = changed(whole, turn(whole, 1));
    expect(turned.frame).toMatchObject({ width: 30, height: 40 });
    expect(placeIn(turned)).toEqual({ x: 0, y: 0, width: 30, height: 40 });
    for (let count = 0; count < 3; count += 1) turned = changed(turned, turn(turned, 1));
    expect(placeIn(turned)).toEqual(placeIn(whole));
  });

  test("mirroring keeps the picture in its frame", () => {
    for (const axis of ["horizontal", "vertical"] as const)
      expect(placeIn(changed(whole, flip(whole, axis)))).toEqual(placeIn(whole));
  });

  test("another size scales all layers, also of a cropped picture", () => {
    const cropped = changed(whole, crop(whole, { x: 10, y: 10, width: 20, height: 10 }));
    const resized = changed(cropped, resize(cropped, 40, 30));
    expect(resized.frame).toEqual({ x: 10, y: 10, width: 40, height: 30 });
    expect(placeIn(resized)).toEqual({ x: -20, y: -30, width: 80, height: 90 });
  });

  test("no side is larger than 8192 pixels or smaller than one", () => {
    expect(changed(whole, resize(whole, 20_000, 0)).frame).toMatchObject({ width: 8192, height: 1 });
  });

  test("the same size, frame or place is no change", () => {
    expect(resize(whole, 40, 30).operations).toEqual([]);
    expect(crop(whole, whole.frame).operations).toEqual([]);
    expect(moveLayer(whole, whole.layers[4]?.id ?? "", 9).operations).toEqual([]);
  });
});

describe("commands on layers", () => {
  test("a new layer goes right above the chosen one, else to the top", () => {
    const whole = testDocument();
    const layer = paintLayer("New");
    const above = changed(whole, addLayer(whole, layer, whole.layers[1]?.id ?? null));
    expect(above.layers[2]?.id).toBe(layer.id);
    expect(changed(whole, addLayer(whole, layer, null)).layers.at(-1)?.id).toBe(layer.id);
  });

  test("a document has at most 100 layers", () => {
    const full = testDocument(Array.from({ length: LAYERS_MAX }, () => paintLayer("One")));
    expect(addLayer(full, paintLayer("More"), null).operations).toEqual([]);
    expect(duplicateLayer(full, full.layers[0]?.id ?? "", "More").operations).toEqual([]);
  });

  test("the arrow keys move a selection with its pixels", () => {
    const size = { width: 3, height: 1 };
    const { operations } = nudgeSelection({ mask: fullMask(size), origin: { x: 0, y: 0 } }, { x: 2, y: 0 });
    expect(operations[0]).toMatchObject({ patch: { selection: { mask: { runs: [2, 1] } } } });
  });
});

describe("places of pictures", () => {
  const frame = { x: 10, y: 20, width: 100, height: 50 };

  test("a dropped picture is made smaller to fit, never larger, and is in the middle", () => {
    expect(
      transformBox(fitInto(frame, { width: 400, height: 400 }), { x: 0, y: 0, width: 400, height: 400 }),
    ).toEqual({
      x: 35,
      y: 20,
      width: 50,
      height: 50,
    });
    expect(fitInto(frame, { width: 10, height: 10 })).toEqual([1, 0, 0, 1, 55, 40]);
  });

  test("a result of the same ratio covers the frame", () => {
    expect(placeResult(frame, { width: 200, height: 100 })).toEqual({
      matrix: [0.5, 0, 0, 0.5, 10, 20],
      frame,
    });
  });

  test("a result of another ratio gets a frame with room for it", () => {
    const placed = placeResult(frame, { width: 100, height: 100 });
    expect(placed).toEqual({
      matrix: [1, 0, 0, 1, 10, -5],
      frame: { x: 10, y: -5, width: 100, height: 100 },
    });
  });
});

describe("transforms", () => {
  test("an inverse leads back, and a flat one has none", () => {
    const matrix = multiply(quarterTurn(1), [2, 0, 0.5, 3, 7, -4]);
    const back = invert(matrix);
    const point = applyTo(back ?? [0, 0, 0, 0, 0, 0], applyTo(matrix, { x: 5, y: 6 }));
    expect(point.x).toBeCloseTo(5);
    expect(point.y).toBeCloseTo(6);
    expect(invert([0, 0, 0, 0, 1, 1])).toBeNull();
  });

  test("layers of every kind are in the test document", () => {
    expect(testLayers().map(({ kind }) => kind)).toEqual(["picture", "paint", "text", "shape", "adjustment"]);
  });
});

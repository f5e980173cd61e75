import fc from "fast-check";
import { maskFromBits } from "../mask/mask";
import {
  addMark,
  crop,
  duplicateLayer,
  flip,
  maskLayer,
  moveLayer,
  patchLayer,
  resize,
  select,
  turn,
} from "./commands";
import { type EditorDocument, emptyDocument, type Layer, type Stroke } from "./document";
import type { Command } from "./history";
import { adjustmentLayer, openMask, paintLayer, pictureLayer, shapeLayer, textLayer } from "./layers";
import { IDENTITY, translation } from "./matrix";

export const testStroke = (change: Partial<Stroke> = {}): Stroke => ({
  kind: "stroke",
  points: [
    [1, 1],
    [9, 5],
  ],
  size: 4,
  hardness: 1,
  color: "#e11d48",
  opacity: 1,
  erases: false,
  ...change,
});

export const testLayers = (): Layer[] => [
  pictureLayer("Photo", "asset-1", { width: 40, height: 30 }, IDENTITY),
  paintLayer("Paint"),
  textLayer("Title", translation(3, 4), {
    text: "مرحبا\nHello",
    size: 12,
    color: "#111111",
    weight: 400,
    italic: false,
    align: "start",
  }),
  shapeLayer("Box", IDENTITY, {
    shape: "rectangle",
    width: 10,
    height: 8,
    fill: "#4f46e5",
    stroke: null,
    strokeWidth: 0,
  }),
  adjustmentLayer("Light"),
];

export const testDocument = (layers: Layer[] = testLayers()): EditorDocument => ({
  ...emptyDocument(40, 30),
  layers,
});

/** Returns a command for a document by a kind and two numbers: any mix of all that can be done. */
export function anyCommand(document: EditorDocument, [kind, one, other]: readonly number[]): Command {
  const layer = document.layers[(one ?? 0) % Math.max(1, document.layers.length)];
  const [a, b] = [one ?? 0, other ?? 0];
  const made: (() => Command)[] = [
    () => ({ name: "layer_added", operations: [{ kind: "insert", layer: paintLayer("New"), at: a }] }),
    () => ({ name: "layer_deleted", operations: layer ? [{ kind: "remove", id: layer.id }] : [] }),
    () => moveLayer(document, layer?.id ?? "", b),
    () => duplicateLayer(document, layer?.id ?? "", "Copy"),
    () => patchLayer(layer?.id ?? "", { opacity: b / 100 }),
    () => patchLayer(layer?.id ?? "", { visible: b % 2 === 0, name: `N${b}` }),
    () => addMark(layer?.id ?? "", "paint", testStroke({ size: b + 1 })),
    () =>
      layer
        ? maskLayer(layer, openMask(), testStroke({ erases: true }))
        : { name: "mask_changed", operations: [] },
    () => crop(document, { x: a, y: b, width: a + 5, height: b + 5 }),
    () => resize(document, a + 3, b + 3),
    () => turn(document, a % 4),
    () => flip(document, a % 2 ? "horizontal" : "vertical"),
    () =>
      select({
        mask: maskFromBits(Uint8Array.of(1, 0, 0, 1), { width: 2, height: 2 }),
        origin: { x: a, y: b },
      }),
    () => select(null),
  ];
  return made[(kind ?? 0) % made.length]?.() ?? { name: "nothing", operations: [] };
}

/** Sequences for `anyCommand`, each with the time since the command before. */
export const commandSequences = fc.array(
  fc.tuple(fc.nat(13), fc.nat(60), fc.nat(60), fc.constantFrom(0, 10, 5_000)),
  { maxLength: 40 },
);

import { shiftMask } from "../mask/mask";
import {
  type EditorDocument,
  LAYERS_MAX,
  type Layer,
  type LayerMask,
  layerOf,
  type Mark,
  type Selection,
  SIDE_MAX,
} from "./document";
import type { Command } from "./history";
import { copyOf } from "./layers";
import {
  type Box,
  centerOf,
  type Matrix,
  multiply,
  type Point,
  quarterTurn,
  scaling,
  translation,
} from "./matrix";
import type { LayerPatch, MarkPlace, Operation } from "./operations";

export const addLayer = (document: EditorDocument, layer: Layer, above: string | null): Command => ({
  name: "layer_added",
  operations:
    document.layers.length >= LAYERS_MAX ? [] : [{ kind: "insert", layer, at: placeAbove(document, above) }],
});

/** Returns the place right above a layer; the top without one. */
function placeAbove(document: EditorDocument, id: string | null): number {
  const at = document.layers.findIndex((layer) => layer.id === id);
  return at < 0 ? document.layers.length : at + 1;
}

export const removeLayer = (id: string): Command => ({
  name: "layer_deleted",
  operations: [{ kind: "remove", id }],
});

export function duplicateLayer(
  document: EditorDocument,
  id: string,
  name: string,
): Command & { copy?: string } {
  const layer = layerOf(document, id);
  if (!layer || document.layers.length >= LAYERS_MAX) return { name: "layer_duplicated", operations: [] };
  const copy = copyOf(layer, name);
  return {
    name: "layer_duplicated",
    operations: [{ kind: "insert", layer: copy, at: placeAbove(document, id) }],
    copy: copy.id,
  };
}

/** Moves a layer to a place in the order from the lowest; nothing if it is there. */
export function moveLayer(document: EditorDocument, id: string, to: number): Command {
  const from = document.layers.findIndex((layer) => layer.id === id);
  const place = Math.max(0, Math.min(document.layers.length - 1, to));
  return {
    name: "layer_moved",
    operations: from < 0 || from === place ? [] : [{ kind: "move", id, to: place }],
  };
}

/** Changes properties of a layer. Changes of the same ones that follow each other quickly are one step. */
export const patchLayer = (id: string, patch: LayerPatch, name = "layer_changed"): Command => ({
  name,
  operations: [{ kind: "patch", id, patch }],
  group: `${id}/${Object.keys(patch).sort().join()}`,
});

export const addMark = (id: string, place: MarkPlace, mark: Mark): Command => ({
  name: mark.kind === "region" ? "area_filled" : mark.erases ? "erased" : "painted",
  operations: [{ kind: "mark", id, place, mark }],
});

/** Adds a mark to a layer's mask, and the mask first if there is none. */
export function maskLayer(layer: Layer, mask: LayerMask, mark: Mark | null): Command {
  const operations: Operation[] = [];
  if (!layer.mask) operations.push({ kind: "patch", id: layer.id, patch: { mask } });
  if (mark) operations.push({ kind: "mark", id: layer.id, place: "mask", mark });
  return { name: "mask_changed", operations };
}

/** Moves a layer by a distance of the document. */
export const nudgeLayer = (layer: Layer, { x, y }: Point): Command => ({
  ...patchLayer(layer.id, { matrix: multiply(translation(x, y), layer.matrix) }, "layer_moved"),
});

export const select = (selection: Selection | null): Command => ({
  name: selection ? "selection_changed" : "selection_cleared",
  operations: [{ kind: "document", patch: { selection } }],
});

export function nudgeSelection(selection: Selection, distance: Point): Command {
  const mask = shiftMask(selection.mask, distance);
  return { ...select({ ...selection, mask }), group: "selection" };
}

const roundedBox = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.max(1, Math.min(SIDE_MAX, Math.round(width))),
  height: Math.max(1, Math.min(SIDE_MAX, Math.round(height))),
});

/** Shows another part of the plane: smaller to crop, larger to extend. Layers stay as they are. */
export function crop(document: EditorDocument, frame: Box): Command {
  const next = roundedBox(frame);
  const { x, y, width, height } = document.frame;
  const same = next.x === x && next.y === y && next.width === width && next.height === height;
  return {
    name: "cropped",
    operations: same ? [] : [{ kind: "document", patch: { frame: next, selection: null } }],
  };
}

/** Transforms the whole plane: all layers and the frame. */
function transformAll(document: EditorDocument, name: string, matrix: Matrix, frame: Box): Command {
  const layers: Operation[] = document.layers.map((layer) => ({
    kind: "patch",
    id: layer.id,
    patch: { matrix: multiply(matrix, layer.matrix) },
  }));
  const plane = multiply(matrix, document.plane);
  return { name, operations: [{ kind: "document", patch: { frame, plane, selection: null } }, ...layers] };
}

/** Makes the picture another size. */
export function resize(document: EditorDocument, width: number, height: number): Command {
  const { frame } = document;
  const size = roundedBox({ x: 0, y: 0, width, height });
  if (size.width === frame.width && size.height === frame.height) return { name: "resized", operations: [] };
  const factor = scaling(size.width / frame.width, size.height / frame.height);
  const matrix = multiply(translation(frame.x, frame.y), multiply(factor, translation(-frame.x, -frame.y)));
  return transformAll(document, "resized", matrix, { ...frame, width: size.width, height: size.height });
}

/** Turns the picture by quarters around its middle: 1 to the right, -1 to the left. */
export function turn(document: EditorDocument, quarters: number): Command {
  const { frame } = document;
  const odd = quarters % 2 !== 0;
  const turned = odd ? { ...frame, width: frame.height, height: frame.width } : frame;
  const [from, to] = [centerOf(frame), centerOf(turned)];
  const matrix = multiply(
    translation(to.x, to.y),
    multiply(quarterTurn(quarters), translation(-from.x, -from.y)),
  );
  return transformAll(document, "rotated", matrix, turned);
}

/** Mirrors the picture at its middle. */
export function flip(document: EditorDocument, axis: "horizontal" | "vertical"): Command {
  const { x, y } = centerOf(document.frame);
  const mirror = axis === "horizontal" ? scaling(-1, 1) : scaling(1, -1);
  const matrix = multiply(translation(x, y), multiply(mirror, translation(-x, -y)));
  return transformAll(document, "flipped", matrix, document.frame);
}

/** Turns one layer around a point by degrees, or mirrors it there. */
export function transformLayer(layer: Layer, around: Point, change: Matrix): Command {
  const matrix = multiply(
    translation(around.x, around.y),
    multiply(change, multiply(translation(-around.x, -around.y), layer.matrix)),
  );
  return patchLayer(layer.id, { matrix }, "layer_transformed");
}

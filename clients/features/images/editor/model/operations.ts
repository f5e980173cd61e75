import { type EditorDocument, LAYERS_MAX, type Layer, type Mark } from "./document";

/** What may be changed of a layer: everything but its id and kind. */
export type LayerPatch = Readonly<Record<string, unknown>>;
export type DocumentPatch = Partial<Pick<EditorDocument, "frame" | "plane" | "selection">>;
/** Marks that a stroke is added to: the paint of a layer, or its mask. */
export type MarkPlace = "paint" | "mask";

/** Smallest change of a document. Each has an inverse, so that a history needs no copies of documents. */
export type Operation =
  | { kind: "insert"; layer: Layer; at: number }
  | { kind: "remove"; id: string }
  | { kind: "move"; id: string; to: number }
  | { kind: "patch"; id: string; patch: LayerPatch }
  | { kind: "document"; patch: DocumentPatch }
  | { kind: "mark"; id: string; place: MarkPlace; mark: Mark }
  | { kind: "unmark"; id: string; place: MarkPlace };

export interface Applied {
  document: EditorDocument;
  inverse: Operation;
}

/** Applies one operation; null if its layer is gone or nothing can be taken back. */
export function applyOperation(document: EditorDocument, operation: Operation): Applied | null {
  switch (operation.kind) {
    case "insert":
      return insert(document, operation.layer, operation.at);
    case "remove":
      return remove(document, operation.id);
    case "move":
      return move(document, operation.id, operation.to);
    case "patch":
      return patchLayer(document, operation.id, operation.patch);
    case "document":
      return patchDocument(document, operation.patch);
    case "mark":
      return addMark(document, operation.id, operation.place, operation.mark);
    case "unmark":
      return removeMark(document, operation.id, operation.place);
  }
}

export interface AppliedAll {
  document: EditorDocument;
  /** Operations that undo all, in the order in which to apply them. */
  inverses: Operation[];
}

/** Applies operations in order, and leaves out those that no longer apply. */
export function applyAll(document: EditorDocument, operations: readonly Operation[]): AppliedAll {
  let changed = document;
  const inverses: Operation[] = [];
  for (const operation of operations) {
    const applied = applyOperation(changed, operation);
    if (!applied) continue;
    changed = applied.document;
    inverses.unshift(applied.inverse);
  }
  return { document: changed, inverses };
}

const withLayers = (document: EditorDocument, layers: readonly Layer[]): EditorDocument => ({
  ...document,
  layers,
});

const clampTo = (value: number, max: number) => Math.max(0, Math.min(max, Math.trunc(value)));

function insert(document: EditorDocument, layer: Layer, at: number): Applied | null {
  if (document.layers.length >= LAYERS_MAX || document.layers.some(({ id }) => id === layer.id)) return null;
  const layers = document.layers.toSpliced(clampTo(at, document.layers.length), 0, layer);
  return { document: withLayers(document, layers), inverse: { kind: "remove", id: layer.id } };
}

function remove(document: EditorDocument, id: string): Applied | null {
  const at = document.layers.findIndex((layer) => layer.id === id);
  const layer = document.layers[at];
  if (!layer) return null;
  return {
    document: withLayers(document, document.layers.toSpliced(at, 1)),
    inverse: { kind: "insert", layer, at },
  };
}

function move(document: EditorDocument, id: string, to: number): Applied | null {
  const from = document.layers.findIndex((layer) => layer.id === id);
  const layer = document.layers[from];
  if (!layer) return null;
  const place = clampTo(to, document.layers.length - 1);
  const layers = document.layers.toSpliced(from, 1).toSpliced(place, 0, layer);
  return { document: withLayers(document, layers), inverse: { kind: "move", id, to: from } };
}

function changeLayer(document: EditorDocument, id: string, change: (layer: Layer) => Layer): EditorDocument {
  return withLayers(
    document,
    document.layers.map((layer) => (layer.id === id ? change(layer) : layer)),
  );
}

const FIXED = new Set(["id", "kind"]);

function patchLayer(document: EditorDocument, id: string, patch: LayerPatch): Applied | null {
  const layer = document.layers.find((one) => one.id === id);
  if (!layer) return null;
  const keys = Object.keys(patch).filter((key) => !FIXED.has(key) && key in layer);
  const pick = (from: object): LayerPatch =>
    Object.fromEntries(keys.map((key) => [key, from[key as keyof typeof from]]));
  return {
    document: changeLayer(document, id, (one) => ({ ...one, ...pick(patch) }) as Layer),
    inverse: { kind: "patch", id, patch: pick(layer) },
  };
}

function patchDocument(document: EditorDocument, patch: DocumentPatch): Applied {
  const before: DocumentPatch = {};
  if ("frame" in patch) before.frame = document.frame;
  if ("plane" in patch) before.plane = document.plane;
  if ("selection" in patch) before.selection = document.selection;
  return { document: { ...document, ...patch }, inverse: { kind: "document", patch: before } };
}

function marksOf(layer: Layer | undefined, place: MarkPlace): readonly Mark[] | null {
  if (!layer) return null;
  if (place === "mask") return layer.mask?.marks ?? null;
  return layer.kind === "paint" ? layer.marks : null;
}

const withMarks = (layer: Layer, place: MarkPlace, marks: readonly Mark[]): Layer =>
  place === "mask"
    ? { ...layer, mask: layer.mask && { ...layer.mask, marks } }
    : ({ ...layer, marks } as Layer);

function addMark(document: EditorDocument, id: string, place: MarkPlace, mark: Mark): Applied | null {
  const marks = marksOf(
    document.layers.find((layer) => layer.id === id),
    place,
  );
  if (!marks) return null;
  return {
    document: changeLayer(document, id, (layer) => withMarks(layer, place, [...marks, mark])),
    inverse: { kind: "unmark", id, place },
  };
}

function removeMark(document: EditorDocument, id: string, place: MarkPlace): Applied | null {
  const marks = marksOf(
    document.layers.find((layer) => layer.id === id),
    place,
  );
  const last = marks?.at(-1);
  if (!marks || !last) return null;
  return {
    document: changeLayer(document, id, (layer) => withMarks(layer, place, marks.slice(0, -1))),
    inverse: { kind: "mark", id, place, mark: last },
  };
}

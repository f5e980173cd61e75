import { isWholeMask, type Mask } from "../mask/mask";
import { BLENDS, DOCUMENT_VERSION, type EditorDocument, LAYERS_MAX, SHAPES, SIDE_MAX } from "./document";

/** Document that this version of the editor cannot read. */
export class UnreadableDocument extends Error {}

export const serialize = (document: EditorDocument): string => JSON.stringify(document);

/** Reads a stored document. Throws `UnreadableDocument` if it is newer than this editor or damaged. */
export function parseDocument(text: string): EditorDocument {
  return checkDocument(readJson(text));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableDocument("the document is not JSON", { cause: error });
  }
}

/** Returns a value as a document if it is one. */
export function checkDocument(value: unknown): EditorDocument {
  const check = (holds: boolean, problem: string) => {
    if (!holds) throw new UnreadableDocument(problem);
  };
  check(isObject(value) && value.version === DOCUMENT_VERSION, "the document has another version");
  const document = value as unknown as EditorDocument;
  check(isFrame(document.frame), "the frame is no box");
  check(areNumbers(document.plane, 6), "the plane has no matrix");
  check(Array.isArray(document.layers) && document.layers.length <= LAYERS_MAX, "the layers are no list");
  check(document.layers.every(isLayer), "a layer is damaged");
  check(
    new Set(document.layers.map(({ id }) => id)).size === document.layers.length,
    "two layers have one id",
  );
  check(document.selection === null || isSelection(document.selection), "the selection is damaged");
  return document;
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isColor = (value: unknown) => value === null || isText(value);
const areNumbers = (value: unknown, length: number) =>
  Array.isArray(value) && value.length === length && value.every(isNumber);

const isSide = (value: unknown): boolean => isNumber(value) && value >= 1 && value <= SIDE_MAX;

const isFrame = (value: unknown): boolean =>
  isObject(value) && isNumber(value.x) && isNumber(value.y) && isSide(value.width) && isSide(value.height);

const isClip = (value: unknown): boolean =>
  isObject(value) && isMask(value.mask) && areNumbers(value.matrix, 6);

const isMask = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value.runs) && isWholeMask(value as unknown as Mask);

const isSelection = (value: unknown): boolean =>
  isObject(value) && isMask(value.mask) && isObject(value.origin) && isNumber(value.origin.x);

function isMark(value: unknown): boolean {
  if (!isObject(value) || !isText(value.color) || typeof value.erases !== "boolean") return false;
  if (value.kind === "region") return isClip(value);
  if (value.kind !== "stroke" || !Array.isArray(value.points)) return false;
  return (
    isNumber(value.size) &&
    isNumber(value.hardness) &&
    isNumber(value.opacity) &&
    (value.clip === undefined || isClip(value.clip)) &&
    value.points.every((point) => areNumbers(point, 2))
  );
}

const areMarks = (value: unknown): boolean => Array.isArray(value) && value.every(isMark);

const isLayerMask = (value: unknown): boolean => value === null || (isObject(value) && areMarks(value.marks));

function isLayer(value: unknown): boolean {
  if (!isObject(value) || !isText(value.id) || !isText(value.name)) return false;
  const shared =
    areNumbers(value.matrix, 6) &&
    isNumber(value.opacity) &&
    (BLENDS as readonly unknown[]).includes(value.blend) &&
    isLayerMask(value.mask);
  return shared && (CONTENT[String(value.kind)]?.(value) ?? false);
}

/** Checks what only one kind of layer has. */
const CONTENT: Record<string, (layer: Fields) => boolean> = {
  picture: (layer) => isText(layer.asset) && isNumber(layer.width) && isNumber(layer.height),
  paint: (layer) => areMarks(layer.marks),
  text: (layer) => isText(layer.text) && isNumber(layer.size) && isText(layer.color),
  shape: (layer) =>
    (SHAPES as readonly unknown[]).includes(layer.shape) &&
    isNumber(layer.width) &&
    isNumber(layer.height) &&
    isColor(layer.fill) &&
    isColor(layer.stroke),
  adjustment: (layer) => isObject(layer.values) && Object.values(layer.values).every(isNumber),
};

import { isEmpty } from "../mask/mask";
import type { Clip, Layer } from "../model/document";
import { invert, multiply, translation } from "../model/matrix";
import type { Editor } from "../store/editor";

/** Returns the selection in the coordinates of a layer; null without one. */
export function clipTo({ document }: Editor, { matrix }: Layer): Clip | null {
  const { selection } = document;
  const toLayer = invert(matrix);
  if (!selection || !toLayer || isEmpty(selection.mask)) return null;
  const { mask, origin } = selection;
  return { mask, matrix: multiply(toLayer, translation(origin.x, origin.y)) };
}

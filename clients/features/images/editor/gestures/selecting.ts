import { pixelsOf, selectedMask } from "../draw/export-picture";
import type { FloodFill } from "../mask/flood-fill";
import { areaOf, type Combination, combineMasks, isEmpty, type Mask } from "../mask/mask";
import { polygonMask, rectangleMask, strokeMask } from "../mask/outlines";
import { select } from "../model/commands";
import { cornersOf, type Point, type Size } from "../model/matrix";
import { boxBetween } from "../stage/snapping";
import type { Editor } from "../store/editor";
import type { Gesture, Press } from "./gesture";

/** Returns how a new selection joins the one before: Shift adds, Alt takes away, both intersect. */
export function combinationOf(chosen: Combination, { shiftKey, altKey }: Press): Combination {
  if (shiftKey && altKey) return "intersect";
  return shiftKey ? "add" : altKey ? "subtract" : chosen;
}

/** Replaces the selection by its combination with a mask over the frame. */
export function joinSelection(editor: Editor, mask: Mask, how: Combination): void {
  const { document } = editor;
  const joined = combineMasks(selectedMask(document), mask, how);
  const { x, y } = document.frame;
  editor.do(select(isEmpty(joined) ? null : { mask: joined, origin: { x, y } }));
  const share = areaOf(joined) / (joined.width * joined.height);
  editor.say("selected_share", { percent: Math.round(share * 100) });
}

const frameSize = ({ document }: Editor): Size => ({
  width: Math.round(document.frame.width),
  height: Math.round(document.frame.height),
});

/** Moves points of the plane to the frame's coordinates. */
const inFrame = ({ document }: Editor, points: readonly Point[]): Point[] =>
  points.map(({ x, y }) => ({ x: x - document.frame.x, y: y - document.frame.y }));

export function startRectangle(editor: Editor, start: Press): Gesture {
  const how = combinationOf(editor.state.getState().combination, start);
  let box = boxBetween(start.point, start.point);
  return {
    move: ({ point, shiftKey }) => {
      box = boxBetween(start.point, point, shiftKey && how === "replace");
      editor.state.setState({ outline: cornersOf(box) });
    },
    end: () => {
      const { x, y } = editor.document.frame;
      joinSelection(editor, rectangleMask({ ...box, x: box.x - x, y: box.y - y }, frameSize(editor)), how);
    },
    cancel: () => editor.state.setState({ outline: [] }),
  };
}

export function startLasso(editor: Editor, start: Press): Gesture {
  const how = combinationOf(editor.state.getState().combination, start);
  const points = [start.point];
  return {
    move: ({ point }) => {
      points.push(point);
      editor.state.setState({ outline: [...points] });
    },
    end: () => joinSelection(editor, polygonMask(inFrame(editor, points), frameSize(editor)), how),
    cancel: () => editor.state.setState({ outline: [] }),
  };
}

/** Paints the selection. Without another choice it adds, so that an area can be painted in several strokes. */
export function startSelectBrush(editor: Editor, start: Press): Gesture {
  const { combination, brush } = editor.state.getState();
  const chosen = combinationOf(combination, start);
  const how = chosen === "replace" ? "add" : chosen;
  const points = [start.point];
  return {
    move: ({ point }) => {
      points.push(point);
      editor.state.setState({ outline: [...points] });
    },
    end: () => joinSelection(editor, strokeMask(inFrame(editor, points), brush.size, frameSize(editor)), how),
    cancel: () => editor.state.setState({ outline: [] }),
  };
}

export interface ColorSelection {
  pixels: (editor: Editor) => Promise<ImageData>;
  fill: (fill: FloodFill) => Promise<Mask>;
}

const byWorker: ColorSelection = {
  pixels: ({ document, assets }) => pixelsOf(document, assets),
  fill: async (fill) => (await import("../mask/select-by-color")).selectByColor(fill),
};

/** Selects what looks like the point, in the picture as it is shown. */
export async function selectColor(
  editor: Editor,
  press: Press,
  means: ColorSelection = byWorker,
): Promise<void> {
  const { wand, combination } = editor.state.getState();
  const { document } = editor;
  const { data, width, height } = await means.pixels(editor);
  const [start] = inFrame(editor, [press.point]);
  if (!start) return;
  const mask = await means.fill({ pixels: data, size: { width, height }, start, ...wand });
  // A selection of a picture that has changed meanwhile would be of another place.
  if (editor.document.frame !== document.frame) return;
  joinSelection(editor, mask, combinationOf(combination, press));
}

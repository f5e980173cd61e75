import type { Editor } from "../store/editor";
import { startShape } from "./drawing-shapes";
import type { Gesture, Press } from "./gesture";
import { startPainting } from "./paint";
import { selectColor, startLasso, startRectangle, startSelectBrush } from "./selecting";
import { editText, startText, textAt } from "./typing";

/** Begins what the tool in use does at a press; null if it does nothing more until the next one. */
export function startGesture(editor: Editor, press: Press, fail: (error: unknown) => void): Gesture | null {
  switch (editor.state.getState().tool) {
    case "brush":
    case "eraser":
      return startPainting(editor, press);
    case "rectangle":
      return startRectangle(editor, press);
    case "lasso":
      return startLasso(editor, press);
    case "select_brush":
      return startSelectBrush(editor, press);
    case "shape":
      return startShape(editor, press);
    case "wand":
      selectColor(editor, press).catch(fail);
      return null;
    case "text":
      return placeText(editor, press);
    case "move":
    case "hand":
    case "crop":
      return null;
  }
}

/** Texts begin at the release: a field would lose the focus to the press. */
function placeText(editor: Editor, { point }: Press): Gesture {
  return {
    move: () => undefined,
    end: () => {
      const found = textAt(editor.document, point);
      if (found) editText(editor, found);
      else startText(editor, point);
    },
    cancel: () => undefined,
  };
}

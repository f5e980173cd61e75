import { boundsOfLayer } from "../draw/bounds";
import { addLayer, patchLayer, removeLayer } from "../model/commands";
import type { EditorDocument, TextLayer } from "../model/document";
import { textLayer } from "../model/layers";
import { applyTo, centerOf, invert, type Point, translation } from "../model/matrix";
import type { Editor } from "../store/editor";

/** Begins a new text whose first line lies around a point. */
export function startText(editor: Editor, point: Point = centerOf(editor.document.frame)): void {
  const { text, color } = editor.state.getState();
  const { size, align } = text;
  const layer = textLayer(editor.names.text, translation(point.x, point.y - size * 0.65), {
    text: "",
    size,
    color,
    weight: text.bold ? 700 : 400,
    italic: text.italic,
    align,
  });
  editor.state.setState({ typing: { layer, isNew: true } });
}

/** Begins typing in a text that is there, which is hidden meanwhile. */
export function editText(editor: Editor, layer: TextLayer): void {
  if (layer.locked) {
    editor.say("layer_is_locked");
    return;
  }
  editor.choose(layer.id);
  editor.state.setState({ typing: { layer, isNew: false } });
  editor.preview([{ kind: "patch", id: layer.id, patch: { visible: false } }]);
}

/** Takes over what was typed, as one step. An empty text is no layer. */
export function finishText(editor: Editor, text: string): void {
  const { typing, activeId } = editor.state.getState();
  if (!typing) return;
  editor.state.setState({ typing: null, preview: [] });
  const { layer, isNew } = typing;
  const isEmpty = text.trim() === "";
  if (isNew && !isEmpty) {
    const written = { ...layer, text, name: nameOf(text) };
    editor.doWith(addLayer(editor.document, written, activeId), layer.id);
  }
  if (!isNew && isEmpty) editor.do(removeLayer(layer.id));
  if (!isNew && !isEmpty && text !== layer.text) {
    // A name that somebody has given stays.
    const name = layer.name === nameOf(layer.text) ? nameOf(text) : layer.name;
    editor.do({ ...patchLayer(layer.id, { text, name }, "text_changed"), group: undefined });
  }
}

/** Returns the name of a text layer: its first line. */
const nameOf = (text: string): string => text.trim().split("\n")[0]?.slice(0, 40) ?? "";

/** Returns the highest text at a point. */
export function textAt({ layers }: EditorDocument, point: Point): TextLayer | undefined {
  return layers.findLast((layer): layer is TextLayer => {
    const toLayer = layer.kind === "text" && layer.visible ? invert(layer.matrix) : null;
    const box = toLayer && boundsOfLayer(layer);
    if (!toLayer || !box) return false;
    const { x, y } = applyTo(toLayer, point);
    return x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
  });
}

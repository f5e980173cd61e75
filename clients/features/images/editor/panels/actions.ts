import { clearMask, pixelsOf, selectedMask } from "../draw/export-picture";
import { addShape } from "../gestures/drawing-shapes";
import type { Press } from "../gestures/gesture";
import { selectColor } from "../gestures/selecting";
import { clipTo } from "../gestures/selection-clip";
import { editText, startText } from "../gestures/typing";
import { emptyMask, fullMask, growMask, invertMask, isEmpty, type Mask } from "../mask/mask";
import {
  addMark,
  crop,
  duplicateLayer,
  maskLayer,
  moveLayer,
  nudgeLayer,
  nudgeSelection,
  removeLayer,
  select,
} from "../model/commands";
import type { Layer, Region } from "../model/document";
import { openMask, paintLayer } from "../model/layers";
import { centerOf, IDENTITY, type Point } from "../model/matrix";
import { centerView, fitView, pan, zoomAt } from "../stage/view";
import type { Editor } from "../store/editor";
import { BRUSH_MAX_PX, SELECTING } from "../store/editor-state";

const ZOOM_STEP = 1.25;
/** Pixels of the screen that an arrow key pans for each pixel that it moves a layer. */
const PAN_STEP = 20;
/** Tips grow and shrink by a fifth of their size. */
const TIP_STEP = 1.2;

export function zoomBy(editor: Editor, steps: number): void {
  const { view, room } = editor.state.getState();
  const middle = { x: room.width / 2, y: room.height / 2 };
  editor.state.setState({ view: zoomAt(view, middle, ZOOM_STEP ** steps) });
}

export function fitPicture(editor: Editor): void {
  editor.state.setState(({ room }) => ({ view: fitView(editor.document.frame, room) }));
}

export function showActualSize(editor: Editor): void {
  editor.state.setState(({ room }) => ({ view: centerView(editor.document.frame, room, 1) }));
}

export function changeTip(editor: Editor, steps: number): void {
  editor.state.setState(({ brush }) => ({
    brush: { ...brush, size: tipSize(brush.size * TIP_STEP ** steps, brush.size, steps) },
  }));
}

/** Rounds a size so that each step changes it. */
const tipSize = (wanted: number, before: number, steps: number): number => {
  const rounded = Math.round(wanted);
  return Math.max(1, Math.min(BRUSH_MAX_PX, rounded === before ? before + Math.sign(steps) : rounded));
};

export function selectAll(editor: Editor): void {
  const { x, y, width, height } = editor.document.frame;
  editor.do(select({ mask: fullMask({ width, height }), origin: { x, y } }));
}

export function deselect(editor: Editor): void {
  if (editor.document.selection) editor.do(select(null));
}

/** Replaces the selection over the frame by what `change` makes of it. */
function changeSelection(editor: Editor, change: (mask: Mask) => Mask): void {
  const { document } = editor;
  const { x, y, width, height } = document.frame;
  const mask = change(selectedMask(document) ?? emptyMask({ width, height }));
  editor.do(select(isEmpty(mask) ? null : { mask, origin: { x, y } }));
}

export const invertSelection = (editor: Editor): void => changeSelection(editor, invertMask);

export const growSelection = (editor: Editor, pixels: number): void =>
  changeSelection(editor, (mask) => growMask(mask, pixels));

/** Selects what is transparent, as the room around a picture that was extended. */
export async function selectMissing(editor: Editor): Promise<void> {
  const mask = clearMask(await pixelsOf(editor.document, editor.assets));
  changeSelection(editor, () => mask);
  if (isEmpty(mask)) editor.say("nothing_missing");
}

/** Returns the selection as a mark of a layer; null without one. */
function regionOf(editor: Editor, layer: Layer, erases: boolean): Region | null {
  const clip = clipTo(editor, layer);
  const { color } = editor.state.getState();
  return clip && { kind: "region", ...clip, color, erases };
}

/** Fills the selection with the color: on the active paint layer, else on a new one. */
export function fillSelection(editor: Editor): void {
  const { active } = editor;
  const paint = active?.kind === "paint" && !active.locked ? active : null;
  const layer = paint ?? paintLayer(editor.names.paint);
  const region = regionOf(editor, { ...layer, matrix: paint?.matrix ?? IDENTITY }, false);
  if (!region) return;
  const at = active ? editor.document.layers.indexOf(active) + 1 : editor.document.layers.length;
  const before = paint ? [] : [{ kind: "insert" as const, layer, at }];
  const { name, operations } = addMark(layer.id, "paint", region);
  editor.doWith({ name, operations: [...before, ...operations] }, layer.id);
}

/** Hides or shows only the selected part of the active layer by its mask. */
export function maskBySelection(editor: Editor, part: "hide" | "keep"): void {
  const { active } = editor;
  const region = active && regionOf(editor, active, part === "hide");
  if (!active || !region) return;
  const mask = part === "hide" ? openMask() : { ...openMask(), hidesAll: true };
  if (part === "hide" || !active.mask) {
    editor.do(maskLayer(active, mask, region));
    return;
  }
  const kept = { ...active.mask, hidesAll: true, marks: [region] };
  editor.do({ name: "mask_changed", operations: [{ kind: "patch", id: active.id, patch: { mask: kept } }] });
}

/** Deletes: the selected part of the active layer, or all of it without a selection. */
export function deleteActive(editor: Editor): void {
  const { active } = editor;
  if (!active) return;
  if (active.locked) {
    editor.say("layer_is_locked");
    return;
  }
  const region = active.kind === "paint" ? regionOf(editor, active, true) : null;
  if (region) editor.do({ ...addMark(active.id, "paint", region), name: "area_cleared" });
  else if (editor.document.selection) maskBySelection(editor, "hide");
  else editor.do(removeLayer(active.id));
}

export function duplicateActive(editor: Editor): void {
  const { active } = editor;
  if (!active) return;
  const { copy, ...command } = duplicateLayer(editor.document, active.id, editor.names.copyOf(active.name));
  editor.doWith(command, copy ?? active.id);
}

/** Moves the active layer up or down in the order. */
export function moveActive(editor: Editor, by: number): void {
  const { active, document } = editor;
  if (active) editor.do(moveLayer(document, active.id, document.layers.indexOf(active) + by));
}

/** Moves with the arrow keys: the view, the keyboard's pointer, the selection, or the active layer. */
export function nudge(editor: Editor, by: Point): void {
  const { tool, pointer, cropBox, view } = editor.state.getState();
  const { document, active } = editor;
  if (tool === "hand")
    editor.state.setState({ view: pan(view, { x: -by.x * PAN_STEP, y: -by.y * PAN_STEP }) });
  else if (tool === "wand") movePointer(editor, pointer ?? centerOf(document.frame), by);
  else if (tool === "crop" && cropBox)
    editor.state.setState({ cropBox: { ...cropBox, x: cropBox.x + by.x, y: cropBox.y + by.y } });
  else if (SELECTING.includes(tool) && document.selection) editor.do(nudgeSelection(document.selection, by));
  else if (active?.locked) editor.say("layer_is_locked");
  else if (active) editor.do(nudgeLayer(active, by));
}

function movePointer(editor: Editor, from: Point, by: Point): void {
  const { x, y, width, height } = editor.document.frame;
  const pointer = {
    x: Math.max(x, Math.min(x + width - 1, from.x + by.x)),
    y: Math.max(y, Math.min(y + height - 1, from.y + by.y)),
  };
  editor.state.setState({ pointer });
  editor.say("pointer_at", { x: Math.round(pointer.x - x), y: Math.round(pointer.y - y) });
}

/** Does what the tool in use is for, as the Enter key does; false if it has nothing to do. */
export function confirm(editor: Editor, fail: (error: unknown) => void): boolean {
  const { tool, pointer } = editor.state.getState();
  if (tool === "crop") applyCrop(editor);
  else if (tool === "shape") addShape(editor);
  else if (tool === "text") startText(editor);
  else if (tool === "move" && editor.active?.kind === "text") editText(editor, editor.active);
  else if (tool === "wand" && pointer) selectColor(editor, atPointer(pointer)).catch(fail);
  else return false;
  return true;
}

const atPointer = (point: Point): Press => ({ point, shiftKey: false, altKey: false });

export function applyCrop(editor: Editor): void {
  const { cropBox } = editor.state.getState();
  if (cropBox) editor.do(crop(editor.document, cropBox));
  editor.use("move");
}

/** Leaves what goes on: a crop, a comparison, the selection; false if nothing does. */
export function leave(editor: Editor): boolean {
  const { tool, compareAt } = editor.state.getState();
  if (compareAt !== null) editor.state.setState({ compareAt: null });
  else if (tool === "crop") editor.use("move");
  else if (editor.document.selection) deselect(editor);
  else return false;
  return true;
}

export function toggleCompare(editor: Editor): void {
  editor.state.setState(({ compareAt }) => ({ compareAt: compareAt === null ? 0.5 : null }));
}

import { thinned } from "../draw/stamps";
import { addMark, maskLayer } from "../model/commands";
import type { Layer, Stroke } from "../model/document";
import { LAYERS_MAX } from "../model/document";
import type { Command } from "../model/history";
import { openMask, paintLayer } from "../model/layers";
import { applyTo, invert, meanScale } from "../model/matrix";
import type { MarkPlace, Operation } from "../model/operations";
import type { Editor } from "../store/editor";
import type { Gesture, Press } from "./gesture";
import { clipTo } from "./selection-clip";

/** Place where a stroke goes: a layer and a part of it, which may have to be made first. */
interface Target {
  layer: Layer;
  place: MarkPlace;
  /** Operations that make the place. */
  before: readonly Operation[];
}

/**
 * Begins a stroke on the active layer: on its paint or its mask. What cannot be painted on gets a new layer above
 * it; an eraser hides parts of it by a mask, so that nothing is lost.
 */
export function startPainting(editor: Editor, press: Press): Gesture | null {
  const { tool, brush, color } = editor.state.getState();
  const erases = tool === "eraser";
  const target = findTarget(editor, erases);
  const toLayer = target && invert(target.layer.matrix);
  if (!target || !toLayer) return null;
  const scale = meanScale(target.layer.matrix);
  const clip = clipTo(editor, target.layer);
  const points: [number, number][] = [];
  const strokeNow = (): Stroke => ({
    kind: "stroke",
    points: thinned(points, 0.75 / scale),
    size: brush.size / scale,
    hardness: brush.hardness,
    color,
    opacity: brush.opacity,
    erases,
    ...(clip && { clip }),
  });
  const { id } = target.layer;
  const show = ({ point }: Press) => {
    const { x, y } = applyTo(toLayer, point);
    points.push([x, y]);
    editor.state.setState({ live: { id, place: target.place, mark: strokeNow() } });
  };
  editor.preview(target.before);
  show(press);
  return {
    move: show,
    end: () => finish(editor, target, strokeNow()),
    cancel: () => editor.state.setState({ live: null, preview: [] }),
  };
}

function finish(editor: Editor, { layer, place, before }: Target, stroke: Stroke): void {
  const { name, operations } = addMark(layer.id, place, stroke);
  const isMask = place === "mask";
  const command: Command = { name: isMask ? "mask_changed" : name, operations: [...before, ...operations] };
  editor.doWith(command, layer.id);
  if (isMask && before.length === 0) editor.state.setState({ place: "mask" });
}

function findTarget(editor: Editor, erases: boolean): Target | null {
  const { active } = editor;
  const { place } = editor.state.getState();
  if (active?.locked || active?.visible === false) {
    editor.say(active.locked ? "layer_is_locked" : "layer_is_hidden");
    return null;
  }
  if (active && place === "mask" && active.mask) return { layer: active, place: "mask", before: [] };
  if (active?.kind === "paint") return { layer: active, place: "paint", before: [] };
  if (erases) return active ? hideByMask(active) : null;
  return newPaint(editor, active);
}

function hideByMask(layer: Layer): Target {
  return { layer, place: "mask", before: maskLayer(layer, openMask(), null).operations };
}

function newPaint(editor: Editor, above: Layer | undefined): Target | null {
  const { layers } = editor.document;
  if (layers.length >= LAYERS_MAX) {
    editor.say("too_many_layers", { max: LAYERS_MAX });
    return null;
  }
  const layer = paintLayer(editor.names.paint);
  const at = above ? layers.indexOf(above) + 1 : layers.length;
  return { layer, place: "paint", before: [{ kind: "insert", layer, at }] };
}

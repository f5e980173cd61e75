import { freeSurface, newSurface, type Surface } from "../draw/canvas";
import { drawMask } from "../draw/marks";
import { combineMasks, growMask } from "../mask/mask";
import type { Selection } from "../model/document";
import type { Point } from "../model/matrix";
import { type EditorState, WITH_TIP } from "../store/editor-state";
import { Circle, Konva, KonvaImage, Line } from "./konva";
import type { Ink } from "./nodes";

const TINT = 0.4;

/** Marks over the picture: the selection, an outline that is being drawn, the tip of a brush. */
export class Overlay {
  readonly group = new Konva.Group({ listening: false });
  readonly #selection = new KonvaImage({ image: undefined, visible: false });
  readonly #outline: Line = new Line({
    points: [],
    dash: [6, 4],
    strokeScaleEnabled: false,
    strokeWidth: 1.5,
    visible: false,
  });
  readonly #tip: Circle = new Circle({
    radius: 1,
    strokeScaleEnabled: false,
    strokeWidth: 1,
    visible: false,
  });
  readonly #tipEdge: Circle = new Circle({
    radius: 1,
    strokeScaleEnabled: false,
    strokeWidth: 1,
    visible: false,
  });
  readonly #cross = new Line({ points: [], strokeScaleEnabled: false, strokeWidth: 1.5, visible: false });
  #ink: Ink;
  #drawn: Selection | null = null;
  #surface: Surface | null = null;
  #hover: Point | null = null;

  constructor(ink: Ink) {
    this.#ink = ink;
    this.group.add(this.#selection, this.#outline, this.#tip, this.#tipEdge, this.#cross);
    this.restyle(ink);
  }

  restyle(ink: Ink): void {
    this.#ink = ink;
    this.#outline.stroke(ink.accent);
    this.#cross.stroke(ink.accent);
    this.#tip.stroke("#000000");
    this.#tipEdge.stroke("#ffffff");
    this.#drawn = null;
  }

  /** Moves the tip of the brush to a place of the document; null hides it. */
  hover(point: Point | null, state: EditorState): void {
    this.#hover = point;
    this.#showTip(state);
  }

  update(state: EditorState): void {
    this.#showSelection(state);
    this.#showOutline(state);
    this.#showTip(state);
    const { pointer } = state;
    this.#cross.visible(pointer !== null);
    if (!pointer) return;
    const reach = 12 / state.view.zoom;
    const { x, y } = pointer;
    this.#cross.points([x - reach, y, x + reach, y, x, y, x, y - reach, x, y + reach]);
  }

  close(): void {
    freeSurface(this.#surface);
    this.#surface = null;
  }

  #showSelection({ edited, compareAt }: EditorState): void {
    const { selection } = edited.document;
    this.#selection.visible(selection !== null && compareAt === null);
    if (!selection || selection === this.#drawn) return;
    freeSurface(this.#surface);
    this.#surface = drawSelection(selection, this.#ink.accent);
    this.#drawn = selection;
    const { mask, origin } = selection;
    this.#selection.setAttrs({
      image: this.#surface.canvas,
      ...origin,
      width: mask.width,
      height: mask.height,
    });
  }

  #showOutline({ outline, tool, brush, view }: EditorState): void {
    this.#outline.visible(outline.length > 1);
    const isBrush = tool === "select_brush";
    this.#outline.points(outline.flatMap(({ x, y }) => [x, y]));
    this.#outline.setAttrs({
      closed: !isBrush,
      dashEnabled: !isBrush,
      strokeWidth: isBrush ? brush.size * view.zoom : 1.5,
      opacity: isBrush ? TINT : 1,
      lineCap: "round",
      lineJoin: "round",
    });
  }

  #showTip({ tool, brush, compareAt, view }: EditorState): void {
    const shown = this.#hover !== null && WITH_TIP.includes(tool) && compareAt === null;
    const radius = brush.size / 2;
    this.#tip.setAttrs({ ...this.#hover, radius, visible: shown });
    this.#tipEdge.setAttrs({ ...this.#hover, radius: Math.max(0, radius - 1 / view.zoom), visible: shown });
  }
}

/** Draws a selection as a tint with an edge. */
function drawSelection({ mask }: Selection, color: string): Surface {
  const surface = newSurface(mask);
  const inside = drawMask(mask, color);
  const width = Math.max(1, Math.round(Math.max(mask.width, mask.height) / 700));
  const edge = drawMask(combineMasks(mask, growMask(mask, -width), "subtract"), color);
  surface.context.globalAlpha = TINT;
  surface.context.drawImage(inside.canvas, 0, 0);
  surface.context.globalAlpha = 1;
  surface.context.drawImage(edge.canvas, 0, 0);
  freeSurface(inside);
  freeSurface(edge);
  return surface;
}

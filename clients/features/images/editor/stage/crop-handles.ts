import type { Box } from "../model/matrix";
import type { Editor } from "../store/editor";
import type { EditorState } from "../store/editor-state";
import { Konva, Rect, Transformer } from "./konva";
import { type Ink, matrixOf, newProxy, placeProxy, styleHandles } from "./nodes";

const CORNERS = ["top-left", "top-right", "bottom-left", "bottom-right"];
const SIDES = ["top-center", "middle-left", "middle-right", "bottom-center"];
const SIDE_MIN_PX = 1;
/** Reach of the shade around the crop, in pixels of the document. */
const FAR = 100_000;

/** Handles of the crop tool, with a shade over what will be cut off. */
export class CropHandles {
  readonly group = new Konva.Group();
  readonly #editor: Editor;
  readonly #proxy: Rect = newProxy("crop");
  readonly #handles: Transformer;
  readonly #shades: Rect[];
  #isBusy = false;

  constructor(editor: Editor, ink: Ink, coarse: boolean) {
    this.#editor = editor;
    this.#handles = new Transformer({
      nodes: [this.#proxy],
      rotateEnabled: false,
      flipEnabled: false,
      ignoreStroke: true,
    });
    styleHandles(this.#handles, ink, coarse);
    this.#shades = Array.from({ length: 4 }, () => new Rect({ fill: ink.scrim, listening: false }));
    this.group.add(...this.#shades, this.#proxy, this.#handles);
    this.#proxy.on("dragmove transform", () => {
      this.#isBusy = true;
      this.#editor.state.setState({ cropBox: this.#box() });
      this.#isBusy = false;
    });
  }

  restyle(ink: Ink, coarse: boolean): void {
    styleHandles(this.#handles, ink, coarse);
    for (const shade of this.#shades) shade.fill(ink.scrim);
  }

  /** Ends a movement where it is. */
  cancel(): void {
    this.#proxy.stopDrag();
    this.#handles.stopTransform();
  }

  update({ cropBox, cropRatio }: EditorState): void {
    this.group.visible(cropBox !== null);
    if (!cropBox) return;
    this.#handles.keepRatio(cropRatio !== null);
    this.#handles.enabledAnchors(cropRatio === null ? [...CORNERS, ...SIDES] : CORNERS);
    if (!this.#isBusy) placeProxy(this.#proxy, [1, 0, 0, 1, 0, 0], cropBox);
    this.#shade(cropBox);
  }

  #box(): Box {
    const [a, , , d, e, f] = matrixOf(this.#proxy, { x: 0, y: 0, width: 0, height: 0 });
    return {
      x: e,
      y: f,
      width: Math.max(SIDE_MIN_PX, this.#proxy.width() * a),
      height: Math.max(SIDE_MIN_PX, this.#proxy.height() * d),
    };
  }

  #shade({ x, y, width, height }: Box): void {
    const [top, bottom, left, right] = this.#shades;
    top?.setAttrs({ x: x - FAR, y: y - FAR, width: 2 * FAR + width, height: FAR });
    bottom?.setAttrs({ x: x - FAR, y: y + height, width: 2 * FAR + width, height: FAR });
    left?.setAttrs({ x: x - FAR, y, width: FAR, height });
    right?.setAttrs({ x: x + width, y, width: FAR, height });
  }
}

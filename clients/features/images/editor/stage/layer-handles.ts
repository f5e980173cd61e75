import type Konvas from "konva/lib/Core";
import { boundsOfLayer } from "../draw/bounds";
import { patchLayer } from "../model/commands";
import { type Layer, layerOf } from "../model/document";
import { type Box, transformBox } from "../model/matrix";
import { type Editor, shownDocument } from "../store/editor";
import type { EditorState } from "../store/editor-state";
import { Konva, Line, type Rect, Transformer } from "./konva";
import { type Ink, matrixOf, newProxy, placeProxy, styleHandles } from "./nodes";
import { type Guide, snap } from "./snapping";

/** Distance within which a moved layer snaps, in pixels of the screen. */
const SNAP_PX = 6;
const ROTATION_SNAPS = Array.from({ length: 24 }, (_, index) => index * 15);

/** Handles around the active layer: moves, resizes and turns it, with snapping. */
export class LayerHandles {
  readonly group = new Konva.Group();
  readonly #editor: Editor;
  readonly #proxy: Rect = newProxy("layer");
  readonly #handles: Transformer;
  readonly #guides: InstanceType<typeof Konvas.Group>;
  #box: Box = { x: 0, y: 0, width: 1, height: 1 };
  #id: string | null = null;
  #isBusy = false;

  constructor(editor: Editor, ink: Ink, coarse: boolean) {
    this.#editor = editor;
    this.#handles = new Transformer({
      nodes: [this.#proxy],
      rotationSnaps: ROTATION_SNAPS,
      rotationSnapTolerance: 4,
      ignoreStroke: true,
    });
    this.#guides = new Konva.Group({ listening: false });
    styleHandles(this.#handles, ink, coarse);
    this.group.add(this.#proxy, this.#guides, this.#handles);
    this.#proxy.on("dragstart transformstart", () => {
      this.#isBusy = true;
    });
    this.#proxy.on("dragmove", ({ evt }) => this.#move(ink, !(evt as MouseEvent).altKey));
    this.#proxy.on("transform", () => this.#preview());
    this.#proxy.on("dragend transformend", () => this.#finish());
  }

  restyle(ink: Ink, coarse: boolean): void {
    styleHandles(this.#handles, ink, coarse);
  }

  /** Shows the handles around the active layer if it can be moved with the tool in use. */
  update(state: EditorState): void {
    if (this.#isBusy) return;
    const layer = layerOf(shownDocument(state), state.activeId);
    const box = layer && movable(layer, state) ? boundsOfLayer(layer) : null;
    this.group.visible(box !== null);
    if (!layer || !box) return;
    this.#id = layer.id;
    this.#box = box;
    this.#handles.keepRatio(layer.kind === "picture" || layer.kind === "text");
    placeProxy(this.#proxy, layer.matrix, box);
  }

  /** Ends a movement without an effect. */
  cancel(): void {
    const wasBusy = this.#isBusy;
    this.#isBusy = false;
    // Also a drag that has not moved far enough to begin.
    this.#proxy.stopDrag();
    this.#handles.stopTransform();
    this.#guides.destroyChildren();
    if (wasBusy) this.#editor.preview([]);
  }

  #move(ink: Ink, snaps: boolean): void {
    const { document, state } = this.#editor;
    const moved = transformBox(matrixOf(this.#proxy, this.#box), this.#box);
    const others = document.layers.filter(({ id, visible }) => id !== this.#id && visible);
    const boxes = others.flatMap((layer) => {
      const box = boundsOfLayer(layer);
      return box ? [transformBox(layer.matrix, box)] : [];
    });
    const reach = snaps ? SNAP_PX / state.getState().view.zoom : 0;
    const { by, guides } = snap(moved, [document.frame, ...boxes], reach);
    this.#proxy.position({ x: this.#proxy.x() + by.x, y: this.#proxy.y() + by.y });
    this.#drawGuides(snaps ? guides : [], ink);
    this.#preview();
  }

  #drawGuides(guides: readonly Guide[], ink: Ink): void {
    const { x, y, width, height } = this.#editor.document.frame;
    this.#guides.destroyChildren();
    for (const { axis, at } of guides) {
      const points = axis === "x" ? [at, y - height, at, y + 2 * height] : [x - width, at, x + 2 * width, at];
      this.#guides.add(new Line({ points, stroke: ink.accent, strokeWidth: 1, strokeScaleEnabled: false }));
    }
  }

  #preview(): void {
    if (this.#isBusy && this.#id)
      this.#editor.preview([
        { kind: "patch", id: this.#id, patch: { matrix: matrixOf(this.#proxy, this.#box) } },
      ]);
  }

  #finish(): void {
    if (!this.#isBusy) return;
    this.#isBusy = false;
    this.#guides.destroyChildren();
    const layer = this.#id ? layerOf(this.#editor.document, this.#id) : undefined;
    if (!layer) return;
    const matrix = matrixOf(this.#proxy, this.#box);
    const moved = matrix.some((part, index) => Math.abs(part - (layer.matrix[index] ?? 0)) > 1e-6);
    if (moved)
      this.#editor.do({ ...patchLayer(layer.id, { matrix }, "layer_transformed"), group: undefined });
    else this.#editor.preview([]);
  }
}

const movable = (layer: Layer, { tool, typing, compareAt }: EditorState): boolean =>
  tool === "move" && layer.visible && !layer.locked && typing === null && compareAt === null;

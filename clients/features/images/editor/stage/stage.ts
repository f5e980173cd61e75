import { boundsOfLayer } from "../draw/bounds";
import { freeMarks } from "../draw/marks";
import type { Layer } from "../model/document";
import { applyTo, invert, type Point } from "../model/matrix";
import type { Editor } from "../store/editor";
import { CropHandles } from "./crop-handles";
import { Konva } from "./konva";
import { LayerHandles } from "./layer-handles";
import { readInk } from "./nodes";
import { Overlay } from "./overlay";
import { PictureView } from "./picture-view";
import { Pointers } from "./pointers";
import { fitView, resizedView } from "./view";

/** The canvas of an editor. It draws at most once a frame, and only what has changed. */
export class EditorStage {
  readonly pointers: Pointers;
  readonly #editor: Editor;
  readonly #stage: InstanceType<typeof Konva.Stage>;
  readonly #picture: PictureView;
  readonly #layerHandles: LayerHandles;
  readonly #cropHandles: CropHandles;
  readonly #overlay: Overlay;
  readonly #above = new Konva.Layer();
  readonly #observer: ResizeObserver;
  readonly #theme: MutationObserver;
  readonly #unsubscribe: () => void;
  #frame = 0;

  constructor(container: HTMLDivElement, editor: Editor, fail: (error: unknown) => void) {
    this.#editor = editor;
    const ink = readInk(container);
    const coarse = matchMedia("(pointer: coarse)").matches;
    this.#stage = new Konva.Stage({ container: emptiable(container), width: 1, height: 1 });
    this.#picture = new PictureView(editor);
    this.#layerHandles = new LayerHandles(editor, ink, coarse);
    this.#cropHandles = new CropHandles(editor, ink, coarse);
    this.#overlay = new Overlay(ink);
    this.#above.add(this.#overlay.group, this.#layerHandles.group, this.#cropHandles.group);
    this.#stage.add(this.#picture.layer, this.#above);
    this.pointers = new Pointers(container, editor, {
      press: (point) => this.#press(point),
      hover: (point) => this.#overlay.hover(point, editor.state.getState()),
      takeFromHandles: () => {
        this.#layerHandles.cancel();
        this.#cropHandles.cancel();
        this.#stage.listening(false);
      },
      release: () => this.#schedule(),
      fail,
    });
    this.#unsubscribe = editor.state.subscribe((now, before) => {
      // After a crop or a turn, also one that is taken back, the picture would lie elsewhere.
      if (now.edited.document.frame !== before.edited.document.frame) this.fit();
      this.#schedule();
    });
    this.#observer = new ResizeObserver(() => this.#resize(container));
    this.#observer.observe(container);
    this.#theme = new MutationObserver(() => this.#restyle(container));
    this.#theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.#resize(container);
  }

  /** Shows the whole picture. */
  fit(): void {
    const { room } = this.#editor.state.getState();
    this.#editor.state.setState({ view: fitView(this.#editor.document.frame, room) });
  }

  /** Ends what goes on without an effect; false if nothing does. */
  cancel(): boolean {
    this.#layerHandles.cancel();
    return this.pointers.cancel();
  }

  /** Gives all memory of the canvas back. */
  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#unsubscribe();
    this.#observer.disconnect();
    this.#theme.disconnect();
    this.pointers.close();
    this.#overlay.close();
    this.#picture.close();
    this.#stage.destroy();
    freeMarks();
  }

  /** Chooses the highest layer at a place and begins moving it. */
  #press(point: Point): void {
    const target = this.#stage.getIntersection(this.#toScreen(point));
    // A handle of the active layer.
    if (target && target.getParent()?.getClassName() === "Transformer" && target.name() !== "back") return;
    const hit = this.#editor.document.layers.findLast((layer) => this.#isHit(layer, point));
    const { activeId } = this.#editor.state.getState();
    if (!hit || hit.id === activeId) return;
    this.#editor.choose(hit.id);
    this.#editor.say("layer_chosen", { name: hit.name });
    this.#layerHandles.update(this.#editor.state.getState());
    // The press goes on to the handles, which find the layer where it is drawn.
    this.#above.draw();
  }

  #toScreen({ x, y }: Point): Point {
    const { view } = this.#editor.state.getState();
    return { x: x * view.zoom + view.x, y: y * view.zoom + view.y };
  }

  #isHit(layer: Layer, point: Point): boolean {
    if (!layer.visible || layer.locked || layer.kind === "adjustment") return false;
    const box = boundsOfLayer(layer);
    const toLayer = invert(layer.matrix);
    if (!box || !toLayer) return false;
    const { x, y } = applyTo(toLayer, point);
    const inside = x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
    return inside && (layer.kind === "text" || this.#picture.isOpaqueAt(layer.id, point));
  }

  #resize(container: HTMLDivElement): void {
    const { clientWidth: width, clientHeight: height } = container;
    if (width === 0 || height === 0) return;
    this.#stage.size({ width, height });
    this.#editor.state.setState(({ view, room, edited }) => ({
      room: { width, height },
      view: resizedView(view, edited.document.frame, room, { width, height }),
    }));
    this.#schedule();
  }

  #restyle(container: HTMLDivElement): void {
    const ink = readInk(container);
    const coarse = matchMedia("(pointer: coarse)").matches;
    this.#layerHandles.restyle(ink, coarse);
    this.#cropHandles.restyle(ink, coarse);
    this.#overlay.restyle(ink);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const state = this.#editor.state.getState();
    const { zoom, x, y } = state.view;
    this.#stage.setAttrs({ x, y, scaleX: zoom, scaleY: zoom });
    const hasHandles = (state.tool === "move" || state.tool === "crop") && state.compareAt === null;
    this.#stage.listening(hasHandles && !this.pointers.movesView);
    this.#picture.update(state, devicePixelRatio);
    this.#layerHandles.update(state);
    this.#cropHandles.update(state);
    this.#overlay.update(state);
  }
}

/**
 * Konva empties its container by writing HTML, which our content policy forbids; this container is emptied without.
 */
function emptiable(container: HTMLDivElement): HTMLDivElement {
  Object.defineProperty(container, "innerHTML", {
    configurable: true,
    get: () => "",
    set: () => container.replaceChildren(),
  });
  return container;
}

import type Konvas from "konva/lib/Core";
import { Compositor } from "../draw/compositor";
import type { Editor } from "../store/editor";
import { shownDocument } from "../store/editor";
import type { EditorState } from "../store/editor-state";
import { Konva, KonvaImage, Rect } from "./konva";
import { checkerPattern } from "./nodes";
import { drawingScale } from "./view";

type KonvaLayer = InstanceType<typeof Konvas.Layer>;

/** The picture on the stage: what transparency looks like, the composition, and the original beside it. */
export class PictureView {
  readonly layer: KonvaLayer = new Konva.Layer({ listening: false });
  readonly #editor: Editor;
  readonly #compositor: Compositor;
  readonly #before: Compositor;
  readonly #ground = new Rect({ fillPatternImage: checkerPattern() as unknown as HTMLImageElement });
  readonly #picture = new KonvaImage({ image: undefined });
  readonly #original = new Konva.Group({ visible: false });
  readonly #originalPlane = new Konva.Group();
  readonly #originalGround = new Rect({ fillPatternImage: checkerPattern() as unknown as HTMLImageElement });
  readonly #originalPicture = new KonvaImage({ image: undefined });
  #drawn: readonly unknown[] = [];
  #drawnScale = 0;
  #originalScale = 0;

  constructor(editor: Editor) {
    this.#editor = editor;
    this.#compositor = new Compositor(editor.assets);
    this.#before = new Compositor(editor.assets);
    this.#originalPlane.add(this.#originalGround, this.#originalPicture);
    this.#original.add(this.#originalPlane);
    this.layer.add(this.#ground, this.#picture, this.#original);
  }

  /** Draws what has changed. */
  update(state: EditorState, pixelRatio: number): void {
    const document = shownDocument(state);
    const scale = drawingScale(state.view.zoom, pixelRatio);
    const wanted = [document, state.live, scale, state.activeId];
    const { frame } = document;
    if (wanted.some((part, index) => part !== this.#drawn[index])) {
      const image = this.#compositor.compose({ document, scale, active: state.activeId, live: state.live });
      this.#drawn = wanted;
      this.#drawnScale = scale;
      this.#picture.setAttrs({ image, ...frame });
    }
    this.#ground.setAttrs({ ...frame, ...patternFor(state.view.zoom) });
    // Pixels of an enlarged picture are seen as such.
    this.layer.imageSmoothingEnabled(state.view.zoom * pixelRatio < 3);
    this.#showOriginal(state, pixelRatio);
    this.layer.batchDraw();
  }

  /** Returns true if a layer has visible pixels at a place of the document. */
  isOpaqueAt(id: string, point: { x: number; y: number }): boolean {
    return this.#compositor.isOpaqueAt(this.#editor.document, id, point, this.#drawnScale || 1);
  }

  close(): void {
    this.#compositor.close();
    this.#before.close();
  }

  #showOriginal({ compareAt, edited, view }: EditorState, pixelRatio: number): void {
    this.#original.visible(compareAt !== null);
    if (compareAt === null) return;
    const { original } = this.#editor;
    const scale = drawingScale(view.zoom, pixelRatio);
    if (scale !== this.#originalScale) {
      this.#originalPicture.setAttrs({
        image: this.#before.compose({ document: original, scale }),
        ...original.frame,
      });
      this.#originalScale = scale;
    }
    const { x, y, width, height } = edited.document.frame;
    this.#originalPlane.setAttrs(new Konva.Transform([...edited.document.plane]).decompose());
    this.#originalGround.setAttrs({ ...original.frame, ...patternFor(view.zoom) });
    this.#original.setAttrs({
      clipX: x,
      clipY: y,
      clipWidth: Math.max(1e-6, width * compareAt),
      clipHeight: height,
    });
  }
}

const patternFor = (zoom: number) => ({ fillPatternScaleX: 1 / zoom, fillPatternScaleY: 1 / zoom });

import type { Layer, LayerMask, Mark } from "../model/document";
import { type Box, boxAround, cornersOf, invert, meanScale, transformBox } from "../model/matrix";
import type { Assets } from "./assets";
import { boundsOfLayer } from "./bounds";
import { freeSurface, newSurface, type Surface } from "./canvas";
import { drawMark } from "./marks";
import { drawShape } from "./shapes";
import { drawText } from "./text-lines";

/** Longest side of the canvas of one layer. */
const RASTER_MAX_PX = 4096;
/** Longest side of a layer's canvas while it is edited in any size. */
const DENSITY_MAX = 8;

/** Pixels of a layer, and the box in its own coordinates that they cover. */
export interface Raster {
  image: CanvasImageSource;
  box: Box;
}

interface Kept {
  surface: Surface;
  box: Box;
  density: number;
  content: readonly unknown[];
  marks: readonly Mark[];
}

/** Stroke that is being drawn and is not part of the document yet. */
export interface LiveMark {
  id: string;
  place: "paint" | "mask";
  mark: Mark;
}

/**
 * Canvases of layers, drawn when they change. Further marks are drawn on what is there, so that a stroke costs
 * the same on a full layer as on an empty one.
 */
export class LayerRasters {
  readonly #assets: Assets;
  readonly #contents = new Map<string, Kept>();
  readonly #masks = new Map<string, Kept>();
  readonly #masked = new Map<string, Kept>();
  #scratch: Surface | null = null;

  constructor(assets: Assets) {
    this.#assets = assets;
  }

  /** Returns the pixels of a layer as it is shown: content and mask. `scale`: pixels per pixel of the document. */
  rasterOf(layer: Layer, frame: Box, scale: number, live: LiveMark | null): Raster | null {
    const mine = live?.id === layer.id ? live : null;
    const content = this.#contentOf(layer, frame, scale, mine?.place === "paint" ? mine.mark : null);
    if (!content || !layer.mask?.enabled) return content;
    return this.#withMask(layer, layer.mask, content, scale, mine);
  }

  /** Returns the mask of an adjustment layer over a box; null if it has none. */
  maskOf(layer: Layer, box: Box, scale: number, live: LiveMark | null): Raster | null {
    if (!layer.mask?.enabled) return null;
    const mark = live?.id === layer.id && live.place === "mask" ? live.mark : null;
    return this.#drawMask(layer, layer.mask, box, densityFor(layer, box, scale), mark);
  }

  /** Forgets layers that are no longer there. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const kept of [this.#contents, this.#masks, this.#masked])
      for (const [id, { surface }] of kept)
        if (!ids.has(id)) {
          freeSurface(surface);
          kept.delete(id);
        }
  }

  close(): void {
    this.keepOnly(new Set());
    freeSurface(this.#scratch);
    this.#scratch = null;
  }

  #contentOf(layer: Layer, frame: Box, scale: number, live: Mark | null): Raster | null {
    if (layer.kind === "picture") {
      const image = this.#assets.pictureOf(layer.asset);
      return image && { image, box: { x: 0, y: 0, width: layer.width, height: layer.height } };
    }
    if (layer.kind === "paint") return this.#paintOf(layer, layer.marks, frame, scale, live);
    const box = boundsOfLayer(layer);
    if (!box) return null;
    const content = layer.kind === "text" ? textKey(layer) : shapeKey(layer);
    const kept = renew(this.#contents, layer.id, box, densityFor(layer, box, scale), content, (context) => {
      if (layer.kind === "text") drawText(context, layer);
      if (layer.kind === "shape") drawShape(context, layer);
    });
    return { image: kept.surface.canvas, box };
  }

  #paintOf(
    layer: Layer,
    marks: readonly Mark[],
    frame: Box,
    scale: number,
    live: Mark | null,
  ): Raster | null {
    const drawn = boundsOfLayer(layer);
    const visible = transformBox(invert(layer.matrix) ?? layer.matrix, frame);
    const known = this.#contents.get(layer.id);
    const wanted = drawn ? boxAround([...cornersOf(drawn), ...cornersOf(visible)]) : visible;
    const box =
      known && (!drawn || contains(known.box, drawn)) && contains(known.box, visible) ? known.box : wanted;
    const kept = renewMarks(this.#contents, layer.id, box, densityFor(layer, box, scale), [], marks);
    if (!live) return marks.length === 0 ? null : { image: kept.surface.canvas, box };
    return { image: this.#withLive(kept, live), box };
  }

  #withMask(layer: Layer, mask: LayerMask, content: Raster, scale: number, live: LiveMark | null): Raster {
    const { box } = content;
    const density = Math.min(densityFor(layer, box, scale), layer.kind === "picture" ? 1 : DENSITY_MAX);
    const drawn = this.#drawMask(layer, mask, box, density, live?.place === "mask" ? live.mark : null);
    const inputs = [content.image, ...contentKey(layer), mask, live?.mark];
    const kept = renew(this.#masked, layer.id, box, density, inputs, (context) => {
      context.drawImage(content.image, box.x, box.y, box.width, box.height);
      context.globalCompositeOperation = "destination-in";
      context.drawImage(drawn.image, box.x, box.y, box.width, box.height);
    });
    return { image: kept.surface.canvas, box };
  }

  #drawMask(layer: Layer, mask: LayerMask, box: Box, density: number, live: Mark | null): Raster {
    const kept = renewMarks(this.#masks, layer.id, box, density, [mask.hidesAll], mask.marks, (context) => {
      context.fillStyle = "#ffffff";
      if (!mask.hidesAll) context.fillRect(box.x, box.y, box.width, box.height);
    });
    return { image: live ? this.#withLive(kept, live) : kept.surface.canvas, box };
  }

  #withLive({ surface, box, density }: Kept, live: Mark): HTMLCanvasElement {
    const { width, height } = surface.canvas;
    if (this.#scratch?.canvas.width !== width || this.#scratch.canvas.height !== height) {
      freeSurface(this.#scratch);
      this.#scratch = newSurface({ width, height });
    }
    const { canvas, context } = this.#scratch;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = "copy";
    context.drawImage(surface.canvas, 0, 0);
    context.globalCompositeOperation = "source-over";
    context.setTransform(density, 0, 0, density, -box.x * density, -box.y * density);
    drawMark(context, live);
    return canvas;
  }
}

/** Returns the pixels per unit of a layer that it is drawn with: a power of two, so that zooming redraws seldom. */
function densityFor(layer: Layer, box: Box, scale: number): number {
  const needed = 2 ** Math.ceil(Math.log2(Math.max(0.05, meanScale(layer.matrix) * scale)));
  const room = RASTER_MAX_PX / Math.max(1, box.width, box.height);
  return Math.min(needed, DENSITY_MAX, room);
}

const textKey = (layer: Layer & { kind: "text" }) => [
  layer.text,
  layer.size,
  layer.color,
  layer.weight,
  layer.italic,
  layer.align,
];
const shapeKey = (layer: Layer) =>
  layer.kind === "shape"
    ? [layer.shape, layer.width, layer.height, layer.fill, layer.stroke, layer.strokeWidth]
    : [];

/** Returns everything that a layer's pixels depend on, besides its mask. */
function contentKey(layer: Layer): readonly unknown[] {
  if (layer.kind === "paint") return [layer.marks];
  return layer.kind === "text" ? textKey(layer) : shapeKey(layer);
}

const contains = (outer: Box, inner: Box): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, index) => value === other[index]);

const isSameBox = (one: Box, other: Box) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

/** Returns the kept canvas of a layer if it still fits; else a new one, drawn by `draw`. */
function renew(
  all: Map<string, Kept>,
  id: string,
  box: Box,
  density: number,
  content: readonly unknown[],
  draw: (context: CanvasRenderingContext2D) => void,
  anew = false,
): Kept {
  const known = all.get(id);
  const fits = known && known.density === density && isSameBox(known.box, box);
  if (fits && !anew && isSame(known.content, content)) return known;
  const surface = fits
    ? known.surface
    : newSurface({ width: box.width * density, height: box.height * density });
  if (known && !fits) freeSurface(known.surface);
  const { context, canvas } = surface;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = "source-over";
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(density, 0, 0, density, -box.x * density, -box.y * density);
  draw(context);
  const kept = { surface, box, density, content, marks: [] };
  all.set(id, kept);
  return kept;
}

/** Returns the kept canvas of marks with the new ones drawn on it; drawn anew if others are gone. */
function renewMarks(
  all: Map<string, Kept>,
  id: string,
  box: Box,
  density: number,
  content: readonly unknown[],
  marks: readonly Mark[],
  prepare: (context: CanvasRenderingContext2D) => void = () => undefined,
): Kept {
  const known = all.get(id);
  const goesOn =
    known &&
    known.density === density &&
    isSameBox(known.box, box) &&
    isSame(known.content, content) &&
    known.marks.every((mark, index) => mark === marks[index]);
  const kept = goesOn ? known : renew(all, id, box, density, content, prepare, true);
  const { context } = kept.surface;
  context.globalCompositeOperation = "source-over";
  context.setTransform(density, 0, 0, density, -box.x * density, -box.y * density);
  for (const mark of marks.slice(goesOn ? known.marks.length : 0)) drawMark(context, mark);
  kept.marks = marks;
  return kept;
}

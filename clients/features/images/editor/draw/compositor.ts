import type { AdjustmentLayer, EditorDocument, Layer } from "../model/document";
import { type Box, type Matrix, multiply, type Point, scaling, translation } from "../model/matrix";
import { adjustPixels, changesNothing } from "./adjust-pixels";
import type { Assets } from "./assets";
import { clearSurface, freeSurface, newSurface, type Surface } from "./canvas";
import { LayerRasters, type LiveMark } from "./layer-rasters";

export interface Composition {
  document: EditorDocument;
  /** Pixels per pixel of the document. */
  scale: number;
  /** Layer that is being edited: what lies beneath it is drawn once. */
  active?: string | null;
  live?: LiveMark | null;
}

/** Opacity above which a pixel can be clicked. */
const OPAQUE_FROM = 10;

interface Beneath {
  surface: Surface;
  layers: readonly Layer[];
  frame: Box;
  scale: number;
}

/** Draws documents: the same pixels on the screen, in exports and for tools. */
export class Compositor {
  readonly #rasters: LayerRasters;
  #result: Surface | null = null;
  #beneath: Beneath | null = null;
  #adjusted: Surface | null = null;
  #dot: Surface | null = null;

  constructor(assets: Assets) {
    this.#rasters = new LayerRasters(assets);
  }

  /** Returns a canvas with the frame of a document. It is drawn over by the next call. */
  compose(composition: Composition): HTMLCanvasElement {
    const { document, scale, active = null, live = null } = composition;
    const { frame } = document;
    const result = this.#prepare(frame, scale);
    const shown = document.layers.filter(({ visible, opacity }) => visible && opacity > 0);
    const at = shown.findIndex(({ id }) => id === active);
    this.#rasters.keepOnly(new Set(document.layers.map(({ id }) => id)));
    if (at > 1) {
      const beneath = this.#drawBeneath(shown.slice(0, at), frame, scale);
      result.context.drawImage(beneath.canvas, 0, 0);
    }
    for (const layer of at > 1 ? shown.slice(at) : shown) this.#drawLayer(result, layer, frame, scale, live);
    return result.canvas;
  }

  /** Returns true if a layer alone has visible pixels at a place of the document. */
  isOpaqueAt({ frame, layers }: EditorDocument, id: string, point: Point, scale: number): boolean {
    const layer = layers.find((one) => one.id === id);
    const raster = layer && this.#rasters.rasterOf(layer, frame, scale, null);
    if (!layer || !raster) return false;
    this.#dot ??= newSurface({ width: 1, height: 1 }, true);
    clearSurface(this.#dot);
    const { context } = this.#dot;
    context.setTransform(...multiply(translation(0.5 - point.x, 0.5 - point.y), layer.matrix));
    context.drawImage(raster.image, raster.box.x, raster.box.y, raster.box.width, raster.box.height);
    return (context.getImageData(0, 0, 1, 1).data[3] ?? 0) > OPAQUE_FROM;
  }

  /** Gives all memory back. */
  close(): void {
    this.#rasters.close();
    for (const surface of [this.#result, this.#beneath?.surface ?? null, this.#adjusted])
      freeSurface(surface);
    this.#result = null;
    this.#beneath = null;
    this.#adjusted = null;
  }

  #prepare(frame: Box, scale: number): Surface {
    this.#result = fitting(this.#result, frame, scale);
    return this.#result;
  }

  #drawBeneath(layers: readonly Layer[], frame: Box, scale: number): Surface {
    const known = this.#beneath;
    const same =
      known &&
      known.scale === scale &&
      known.frame === frame &&
      known.layers.length === layers.length &&
      known.layers.every((layer, index) => layer === layers[index]);
    if (same) return known.surface;
    const surface = fitting(known?.surface ?? null, frame, scale);
    for (const layer of layers) this.#drawLayer(surface, layer, frame, scale, null);
    this.#beneath = { surface, layers, frame, scale };
    return surface;
  }

  #drawLayer(surface: Surface, layer: Layer, frame: Box, scale: number, live: LiveMark | null): void {
    if (layer.kind === "adjustment") {
      this.#adjust(surface, layer, frame, scale, live);
      return;
    }
    const raster = this.#rasters.rasterOf(layer, frame, scale, live);
    if (!raster) return;
    const { context } = surface;
    const { image, box } = raster;
    context.setTransform(...toPixels(frame, scale, layer.matrix));
    context.globalAlpha = layer.opacity;
    context.globalCompositeOperation = layer.blend === "normal" ? "source-over" : layer.blend;
    context.drawImage(image, box.x, box.y, box.width, box.height);
    reset(context);
  }

  /** Replaces what is drawn so far by its adjusted copy, as far as opacity and mask of the layer say. */
  #adjust(
    { canvas, context }: Surface,
    layer: AdjustmentLayer,
    frame: Box,
    scale: number,
    live: LiveMark | null,
  ) {
    if (changesNothing(layer.values)) return;
    const image = context.getImageData(0, 0, canvas.width, canvas.height);
    adjustPixels(image.data, canvas, layer.values, scale);
    const mask = this.#rasters.maskOf(layer, frame, scale, live);
    if (!mask && layer.opacity === 1) {
      context.putImageData(image, 0, 0);
      return;
    }
    this.#adjusted = fitting(this.#adjusted, frame, scale);
    const adjusted = this.#adjusted.context;
    adjusted.putImageData(image, 0, 0);
    const matrix = toPixels(frame, scale, layer.matrix);
    if (mask) paintMask(adjusted, "destination-in", mask.image, mask.box, matrix, 1);
    // Where the mask shows the copy, the picture beneath makes room for it.
    if (mask) paintMask(context, "destination-out", mask.image, mask.box, matrix, layer.opacity);
    else {
      context.globalCompositeOperation = "destination-out";
      context.globalAlpha = layer.opacity;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.globalAlpha = layer.opacity;
    context.globalCompositeOperation = "lighter";
    context.drawImage(this.#adjusted.canvas, 0, 0);
    reset(context);
  }
}

function paintMask(
  context: CanvasRenderingContext2D,
  how: GlobalCompositeOperation,
  image: CanvasImageSource,
  box: Box,
  matrix: Matrix,
  opacity: number,
): void {
  context.setTransform(...matrix);
  context.globalCompositeOperation = how;
  context.globalAlpha = opacity;
  context.drawImage(image, box.x, box.y, box.width, box.height);
  reset(context);
}

function reset(context: CanvasRenderingContext2D): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.globalCompositeOperation = "source-over";
}

/** Returns the transform from the coordinates of a layer to the pixels of a composition. */
const toPixels = (frame: Box, scale: number, matrix: Matrix): Matrix =>
  multiply(scaling(scale), multiply(translation(-frame.x, -frame.y), matrix));

/** Returns an empty canvas for a frame: the known one if it has the size. */
function fitting(known: Surface | null, frame: Box, scale: number): Surface {
  const width = Math.max(1, Math.round(frame.width * scale));
  const height = Math.max(1, Math.round(frame.height * scale));
  if (known && known.canvas.width === width && known.canvas.height === height) {
    clearSurface(known);
    return known;
  }
  freeSurface(known);
  return newSurface({ width, height });
}

import type { Layer } from "../model/document";
import type { Box } from "../model/matrix";
import { boundsOfMarks } from "./marks";
import { boundsOfShape } from "./shapes";
import { layOutText, measureIn } from "./text-lines";

/** Returns the box of a layer's content in its own coordinates; null if it has none or is everywhere. */
export function boundsOfLayer(layer: Layer): Box | null {
  switch (layer.kind) {
    case "picture":
      return { x: 0, y: 0, width: layer.width, height: layer.height };
    case "paint":
      return boundsOfMarks(layer.marks);
    case "text":
      return layOutText(layer, measureIn(layer)).box;
    case "shape":
      return boundsOfShape(layer);
    case "adjustment":
      return null;
  }
}

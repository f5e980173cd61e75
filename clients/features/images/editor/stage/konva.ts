// Only the shapes that the stage uses, instead of the whole library.
export { Konva } from "konva/lib/Core";
export { Circle } from "konva/lib/shapes/Circle";
export { Image as KonvaImage } from "konva/lib/shapes/Image";
export { Line } from "konva/lib/shapes/Line";
export { Rect } from "konva/lib/shapes/Rect";
export { Transformer } from "konva/lib/shapes/Transformer";

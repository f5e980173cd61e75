import type { DrawnDiagram } from "./diagram";

const SCALE = 2;
/** Maximum side of a canvas in browsers. */
const SIDE_MAX = 8_000;

/** Converts a drawn diagram to a sharp PNG on its background. */
export async function pngOf({ svg, width, height }: DrawnDiagram, ground: string): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const scale = Math.min(SCALE, SIDE_MAX / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser does not draw");
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, refuse) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : refuse(new Error("this browser did not draw"))),
      "image/png",
    ),
  );
}

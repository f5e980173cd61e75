import type { DiagramLook, DrawnDiagram } from "@ensemble/blocks/diagrams/diagram";
import { drawDiagram } from "@ensemble/blocks/diagrams/diagram-frame";
import { lookOf } from "@ensemble/blocks/diagrams/diagram-look";
import { pngOf } from "@ensemble/blocks/diagrams/svg-png";

/** Maximum number of diagrams that the server accepts with an export. */
const DIAGRAMS_MAX = 60;
/** Maximum image size; larger ones stay code, because the server rejects them and a request can have 8 MB. */
const PICTURE_MAX_BYTES = 1_900_000;
const ALL_MAX_BYTES = 5_500_000;
/** Time limit for all diagrams; those not drawn by then remain code. */
const PATIENCE_MS = 20_000;

/** Diagram for the server. */
export interface DrawnForServer {
  code: string;
  /** A PNG in base64. */
  picture: string;
}

/** Returns the diagrams of a page that are shown as code. */
export const diagramsIn = (page: Document): HTMLElement[] =>
  [...page.querySelectorAll<HTMLElement>('pre[data-language="mermaid"]')].slice(0, DIAGRAMS_MAX);

/**
 * Replaces the code of diagrams with the drawn images; the code stays behind them. Diagrams that cannot be
 * drawn stay code.
 */
export async function showDiagrams(page: Document, label: string): Promise<void> {
  for (const { place, code, drawn } of await drawnIn(page)) {
    const picture = page.createElement("img");
    picture.src = `data:image/svg+xml;base64,${base64(new TextEncoder().encode(drawn.svg))}`;
    picture.alt = drawn.title || label;
    picture.width = drawn.width;
    picture.height = drawn.height;
    // Not every browser draws a page's images immediately after insertion.
    await picture.decode().catch(() => undefined);
    const figure = page.createElement("figure");
    figure.className = "diagram";
    figure.append(picture);
    const source = page.createElement("details");
    const summary = page.createElement("summary");
    summary.textContent = label;
    const words = place.cloneNode(true) as HTMLElement;
    words.textContent = code;
    source.className = "tool diagram-code";
    source.append(summary, words);
    place.replaceWith(figure, source);
  }
}

/** Returns the diagrams of a page as images. */
export async function pictureDiagrams(page: Document): Promise<DrawnForServer[]> {
  const pictures: DrawnForServer[] = [];
  let left = ALL_MAX_BYTES;
  for (const { code, drawn } of await drawnIn(page)) {
    const png = await pngOf(drawn, "#fff");
    if (png.size > Math.min(PICTURE_MAX_BYTES, left)) continue;
    left -= png.size;
    pictures.push({ code, picture: base64(new Uint8Array(await png.arrayBuffer())) });
  }
  return pictures;
}

interface Drawn {
  place: HTMLElement;
  code: string;
  drawn: DrawnDiagram;
}

/** Draws in the colors of the light theme, whatever the current theme is. */
async function drawnIn(page: Document): Promise<Drawn[]> {
  const styles = page.defaultView?.getComputedStyle(page.documentElement);
  if (!styles) return [];
  const look = lookOf(styles, false);
  const until = Date.now() + PATIENCE_MS;
  const all = await Promise.all(diagramsIn(page).map((place) => drawOne(place, look, until)));
  return all.filter((one) => one !== null);
}

async function drawOne(place: HTMLElement, look: DiagramLook, until: number): Promise<Drawn | null> {
  const code = place.textContent ?? "";
  const late = new Promise<never>((_, refuse) =>
    setTimeout(() => refuse(new Error("it took too long")), Math.max(0, until - Date.now())),
  );
  try {
    return { place, code, drawn: await Promise.race([drawDiagram(code, look), late]) };
  } catch (error) {
    console.warn("a diagram stays code", error);
    return null;
  }
}

/** Encodes in chunks, because a call takes a limited number of arguments. */
function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}

import type { TextLayer } from "../model/document";
import type { Box } from "../model/matrix";

export const TEXT_FONT =
  '"Inter Variable", system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", sans-serif';
export const LINE_HEIGHT = 1.3;

export type TextStyle = Pick<TextLayer, "text" | "size" | "weight" | "italic" | "align">;

export const fontOf = ({ size, weight, italic }: Pick<TextStyle, "size" | "weight" | "italic">): string =>
  `${italic ? "italic " : ""}${weight} ${size}px ${TEXT_FONT}`;

const STRONG = /\p{L}/u;
const FROM_RIGHT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Returns the direction of a line: that of its first letter, as in a field with `dir="auto"`. */
export function directionOfLine(line: string): "ltr" | "rtl" {
  const letter = STRONG.exec(line)?.[0];
  return letter !== undefined && FROM_RIGHT.test(letter) ? "rtl" : "ltr";
}

export interface TextLine {
  text: string;
  direction: "ltr" | "rtl";
  textAlign: "left" | "right" | "center";
  x: number;
  /** Place of the baseline. */
  y: number;
}

/** Lays out the lines of a text; `measure` returns the width of a line. */
export function layOutText(
  style: TextStyle,
  measure: (line: string) => number,
): { lines: TextLine[]; box: Box } {
  const texts = style.text.split("\n");
  const width = Math.max(style.size * 0.5, ...texts.map(measure));
  const height = style.size * LINE_HEIGHT;
  const lines = texts.map((text, index): TextLine => {
    const direction = directionOfLine(text);
    const textAlign = sideOf(style.align, direction);
    const x = textAlign === "left" ? 0 : textAlign === "right" ? width : width / 2;
    return { text, direction, textAlign, x, y: index * height + height * 0.76 };
  });
  return { lines, box: { x: 0, y: 0, width, height: height * texts.length } };
}

function sideOf(align: TextStyle["align"], direction: "ltr" | "rtl"): TextLine["textAlign"] {
  if (align === "center") return "center";
  return (align === "start") === (direction === "ltr") ? "left" : "right";
}

let ruler: CanvasRenderingContext2D | null = null;

/** Returns a function that measures lines in the font of a style. */
export function measureIn(style: TextStyle): (line: string) => number {
  ruler ??= document.createElement("canvas").getContext("2d");
  const context = ruler;
  if (!context) throw new Error("the browser gave no canvas");
  return (line) => {
    context.font = fontOf(style);
    return context.measureText(line).width;
  };
}

export function drawText(context: CanvasRenderingContext2D, layer: TextLayer): void {
  context.font = fontOf(layer);
  context.fillStyle = layer.color;
  context.textBaseline = "alphabetic";
  for (const line of layOutText(layer, measureIn(layer)).lines) {
    context.direction = line.direction;
    context.textAlign = line.textAlign;
    context.fillText(line.text, line.x, line.y);
  }
}

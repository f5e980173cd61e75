import { directionOfLine, LINE_HEIGHT, layOutText, type TextStyle } from "../editor/draw/text-lines";
import { type EditorDocument, emptyDocument, type Layer } from "../editor/model/document";
import { shapeLayer, textLayer } from "../editor/model/layers";
import { type Size, translation } from "../editor/model/matrix";
import { type Design, type DesignColors, PALETTES } from "./design-table";
import { type DesignItem, LAYOUT_ITEMS, type SampleText, type ShapeItem, type TextItem } from "./layouts";

/** What a design needs from where it is made. */
export interface DesignTexts {
  /** Returns a text that a layout begins with. */
  sample: (name: SampleText) => string;
  /** Names of layers. */
  ground: string;
  shape: string;
}

/** Returns a function that measures lines in the font of a style. */
export type Measure = (style: TextStyle) => (line: string) => number;

/** Returns the document of a design, in which all is a layer that can be changed. */
export function designDocument(
  { size, layout, palette }: Design,
  texts: DesignTexts,
  measure: Measure,
): EditorDocument {
  const colors: DesignColors = PALETTES[palette];
  const ground = shapeLayer(texts.ground, translation(0, 0), {
    shape: "rectangle",
    width: size.width,
    height: size.height,
    fill: colors.ground,
    stroke: null,
    strokeWidth: 0,
  });
  // What stands beside the start of a text is on the other side for languages from right to left.
  const isMirrored = directionOfLine(texts.sample("headline")) === "rtl";
  const layerOf = (item: DesignItem): Layer =>
    item.kind === "shape"
      ? shapeOf(item, size, colors, { name: texts.shape, isMirrored })
      : textOf(item, size, colors, { text: texts.sample(item.text), measure });
  return {
    ...emptyDocument(size.width, size.height),
    layers: [{ ...ground, locked: true }, ...LAYOUT_ITEMS[layout].map(layerOf)],
  };
}

function shapeOf(
  item: ShapeItem,
  design: Size,
  colors: DesignColors,
  { name, isMirrored }: { name: string; isMirrored: boolean },
): Layer {
  const shorter = Math.min(design.width, design.height);
  const width = Math.max(2, Math.round(item.width * (item.isEven ? shorter : design.width)));
  const height = Math.max(2, Math.round(item.height * (item.isEven ? shorter : design.height)));
  // An even shape at half of the width is centered there.
  const start = item.isEven && item.x === 0.5 ? (design.width - width) / 2 : item.x * design.width;
  const left = isMirrored ? design.width - start - width : start;
  const top = item.isEven && item.x === 0.5 ? item.y * design.height - height / 2 : item.y * design.height;
  const color = colors[item.color];
  const isOutline = item.outline !== undefined;
  return shapeLayer(name, translation(Math.round(left), Math.round(top)), {
    shape: item.shape,
    width,
    height,
    fill: isOutline ? null : color,
    stroke: isOutline ? color : null,
    strokeWidth: isOutline ? Math.max(1, Math.round((item.outline ?? 0) * shorter)) : 0,
  });
}

/** Factor by which letters shrink until their lines have room. */
const SHRINK = 0.92;
const LETTERS_MIN_PIXELS = 8;

function textOf(
  item: TextItem,
  design: Size,
  colors: DesignColors,
  { text, measure }: { text: string; measure: Measure },
): Layer {
  const width = item.width * design.width;
  const height = item.height * design.height;
  const style = {
    text,
    size: Math.round(item.size * Math.min(design.width, design.height)),
    color: colors[item.color],
    weight: item.isBold ? (700 as const) : (400 as const),
    italic: item.isItalic ?? false,
    align: item.align ?? ("start" as const),
  };
  const fits = (lines: readonly string[]) =>
    lines.length * style.size * LINE_HEIGHT <= height && lines.every((line) => measure(style)(line) <= width);
  let lines = wrapped(text, width, measure(style));
  while (!fits(lines) && style.size > LETTERS_MIN_PIXELS) {
    style.size = Math.floor(style.size * SHRINK);
    lines = wrapped(text, width, measure(style));
  }
  style.text = lines.join("\n");
  const { lines: laidOut, box } = layOutText(style, measure(style));
  const side = laidOut[0]?.textAlign ?? "left";
  const free = width - box.width;
  const left = item.x * design.width + (side === "left" ? 0 : side === "right" ? free : free / 2);
  return textLayer(
    text.slice(0, 40),
    translation(Math.round(left), Math.round(item.y * design.height)),
    style,
  );
}

/** Breaks a text into lines of at most a width. */
function wrapped(text: string, width: number, measure: (line: string) => number): string[] {
  // Chinese has no spaces, and breaks between characters.
  const words = text.includes(" ") ? text.split(" ") : [...text];
  const space = text.includes(" ") ? " " : "";
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last}${space}${word}`;
    if (last === undefined || measure(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

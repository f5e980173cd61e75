import { expect, test } from "vitest";
import type { TextLayer } from "../editor/model/document";
import { designDocument } from "./design-document";
import { type Design, designName, LAYOUTS, PALETTE_NAMES, readDesign, SIZES } from "./design-table";

/** Letters that are half as wide as they are high. */
const measure =
  ({ size }: { size: number }) =>
  (line: string) =>
    line.length * size * 0.5;
const texts = { sample: () => "Words for a headline", ground: "Ground", shape: "Shape" };
const all: Design[] = SIZES.flatMap((size) =>
  LAYOUTS.map((layout): Design => ({ size, layout, palette: "ocean" })),
);

test("every layout has room for its texts in every size", () => {
  for (const design of all) {
    const { frame, layers } = designDocument(design, texts, measure);
    expect(frame).toEqual({ x: 0, y: 0, width: design.size.width, height: design.size.height });
    for (const layer of layers.filter((one): one is TextLayer => one.kind === "text")) {
      const lines = layer.text.split("\n");
      const [left, top] = [layer.matrix[4], layer.matrix[5]];
      const right = left + Math.max(...lines.map(measure(layer)));
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(design.size.width + 1);
      expect(top + lines.length * layer.size * 1.3).toBeLessThanOrEqual(design.size.height);
    }
  }
});

test("the ground is a layer of its own, which is locked", () => {
  const [design] = all;
  const [ground] = design ? designDocument(design, texts, measure).layers : [];
  expect(ground).toMatchObject({ kind: "shape", name: "Ground", locked: true, fill: "#f2f7fb" });
});

test("Arabic begins at the right, and is centered where the layout is", () => {
  const size = SIZES[0];
  if (!size) throw new Error("there are sizes");
  const arabic = { ...texts, sample: () => "عنوان كبير" };
  const layerIn = (layout: "headline" | "frame") =>
    designDocument({ size, layout, palette: "ocean" }, arabic, measure).layers.find(
      (one): one is TextLayer => one.kind === "text",
    );
  const rightOf = (layer: TextLayer | undefined) =>
    layer ? layer.matrix[4] + Math.max(...layer.text.split("\n").map(measure(layer))) : 0;
  expect(rightOf(layerIn("headline"))).toBeCloseTo(0.92 * size.width, -1);
  const framed = layerIn("frame");
  expect((rightOf(framed) + (framed?.matrix[4] ?? 0)) / 2).toBeCloseTo(size.width / 2, -1);
});

test("shapes are on the other side for languages from right to left", () => {
  const size = SIZES[0];
  if (!size) throw new Error("there are sizes");
  const ruleIn = (sample: () => string) =>
    designDocument({ size, layout: "headline", palette: "ocean" }, { ...texts, sample }, measure).layers[2];
  const [left, right] = [ruleIn(() => "Words"), ruleIn(() => "عنوان")];
  if (left?.kind !== "shape" || right?.kind !== "shape") throw new Error("the rule is a shape");
  expect(left.matrix[4] + right.matrix[4] + left.width).toBeCloseTo(size.width, -1);
});

test("a design is read from its address, and nothing from another one", () => {
  for (const design of all.slice(0, 9)) expect(readDesign(designName(design))).toEqual(design);
  expect(PALETTE_NAMES).toHaveLength(6);
  for (const name of [undefined, "", "story", "story.headline.gold", "no.headline.ocean"])
    expect(readDesign(name)).toBeNull();
});

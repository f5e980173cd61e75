import { expect, test } from "vitest";
import { testModel, testTool } from "../testing";
import { type CanvasEngine, canvasEngines, canvasMissing, canvasWanted, canvasWork } from "./canvas-work";

const editor = testModel();
const painter = testModel({ id: "home/simple", abilities: { references_max: 0 } });
const content = { prompt: "A house", ratio: 5, values: { radius: 5 } };
const model: CanvasEngine = { kind: "model", id: "model:a", model: editor };
const filter: CanvasEngine = { kind: "filter", id: "filter:oil_painting", tool: "oil_painting" };
const finished = [{ size: 8, points: [{ x: 1, y: 1 }] }];

test("models that take a reference come first, then the filters that this server has", () => {
  const tools = [testTool({ kind: "sketch" }), testTool({ kind: "oil_painting" }), testTool()];
  expect(canvasEngines([painter, editor], tools).map(({ id }) => id)).toEqual([
    "model:studio/painter",
    "filter:oil_painting",
    "filter:sketch",
  ]);
});

// spec §5: "Realtime creation ratio scale 0 to 10"
test("a model gets the drawing with the weight of the ratio scale, a filter its own options", () => {
  expect(canvasWork(model, content, "f1")).toMatchObject({
    type: "create",
    prompt: "A house",
    count: 1,
    references: [{ file_id: "f1", strength: 0.5 }],
  });
  expect(canvasWork(filter, content, "f1")).toMatchObject({
    type: "tool",
    tool: { tool: "oil_painting", radius: 5 },
    file_ids: ["f1"],
  });
});

test("only a model needs words", () => {
  expect(canvasMissing(undefined, { finished, prompt: "" })).toBe("engine");
  expect(canvasMissing(filter, { finished: [], prompt: "" })).toBe("drawing");
  expect(canvasMissing(model, { finished, prompt: " " })).toBe("prompt");
  expect(canvasMissing(filter, { finished, prompt: "" })).toBeNull();
});

test("another word makes another image with a model, and not with a filter", () => {
  const key = (engine: CanvasEngine, prompt: string) =>
    canvasWanted(engine, { ...content, finished, version: 1, prompt })?.key;
  expect(key(model, "A house")).not.toBe(key(model, "A barn"));
  expect(key(filter, "A house")).toBe(key(filter, "A barn"));
});

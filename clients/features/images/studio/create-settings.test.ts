import type { ImageAbilities } from "@ensemble/contract/wire";
import { describe, expect, test } from "vitest";
import { testModel } from "../testing";
import {
  type CreateSettings,
  fitSettings,
  hindranceOf,
  INITIAL_SETTINGS,
  missingOf,
  priceOf,
  readSettings,
  SETTINGS,
  settingsOf,
  workOf,
} from "./create-settings";

const rich = testModel({ id: "a/rich" });
const poor = testModel({
  id: "b/poor",
  credits: 0,
  abilities: {
    sizes: [],
    ratios: [],
    count_max: 1,
    seed: false,
    negative_prompt: false,
    styles: [],
    cfg_scale: false,
    strength: false,
    references_max: 0,
    transparency: false,
    qualities: [],
  },
});
const wished: CreateSettings = {
  negativePrompt: "text",
  style: "vivid",
  ratio: "16:9",
  size: null,
  count: 4,
  seed: "7",
  quality: "high",
  cfgScale: 7,
  strength: 0.4,
  transparent: true,
};

describe("settings and models", () => {
  test("a model without a setting ignores it, and the next model that has it gets it back", () => {
    expect(fitSettings(wished, poor.abilities)).toEqual({ ...INITIAL_SETTINGS, count: 1 });
    expect(fitSettings(wished, rich.abilities)).toEqual(wished);
  });

  test.each<[string, Partial<CreateSettings>, Partial<ImageAbilities>, Partial<CreateSettings>]>([
    ["a count above the model's", { count: 9 }, { count_max: 3 }, { count: 3 }],
    ["a count below one", { count: 0 }, {}, { count: 1 }],
    ["a style of another model", { style: "oil" }, { styles: ["vivid"] }, { style: null }],
    ["a ratio of another model", { ratio: "21:9" }, { ratios: ["1:1"] }, { ratio: null }],
    [
      "a size, which has its own ratio",
      { size: "1024x1024", ratio: "16:9" },
      {},
      { size: "1024x1024", ratio: null },
    ],
    ["a guidance above ten", { cfgScale: 30 }, {}, { cfgScale: 10 }],
    ["a negative guidance", { cfgScale: -1 }, {}, { cfgScale: 0 }],
    ["a strength above one", { strength: 3 }, {}, { strength: 1 }],
  ])("fits %s", (_, settings, abilities, fitted) => {
    const all = { ...rich.abilities, ...abilities };
    expect(fitSettings({ ...INITIAL_SETTINGS, ...settings }, all)).toMatchObject(fitted);
  });

  test("each setting says why it cannot be changed", () => {
    for (const name of SETTINGS) expect(hindranceOf(name, poor.abilities, 1)).toBe("model_lacks_it");
    for (const name of SETTINGS) expect(hindranceOf(name, rich.abilities, 1)).toBeNull();
    expect(hindranceOf("strength", rich.abilities, 0)).toBe("needs_reference");
  });
});

test.each([
  ["model", undefined, "A fox", INITIAL_SETTINGS, 0],
  ["prompt", rich, "  ", INITIAL_SETTINGS, 0],
  ["seed", rich, "A fox", { ...INITIAL_SETTINGS, seed: "x" }, 0],
  ["reference", testModel({ abilities: { creates: false } }), "A fox", INITIAL_SETTINGS, 0],
  ["too_many_references", rich, "A fox", INITIAL_SETTINGS, 5],
  [null, rich, "A fox", INITIAL_SETTINGS, 4],
  [null, poor, "A fox", { ...INITIAL_SETTINGS, seed: "x" }, 0],
] as const)("before sending, %s is missing", (missing, model, prompt, settings, references) => {
  expect(missingOf(model, prompt, settings, references)).toBe(missing);
});

test("a request carries what its model takes, and a blank seed is random", () => {
  const references = [{ file_id: "f1", strength: 0.5 }];
  expect(workOf(rich, " A fox ", wished, references, "p1")).toEqual({
    type: "create",
    model: "a/rich",
    prompt: "A fox",
    negative_prompt: "text",
    count: 4,
    size: null,
    ratio: "16:9",
    quality: "high",
    style: "vivid",
    seed: 7,
    cfg_scale: 7,
    strength: 0.4,
    transparent: true,
    references,
    mask_file_id: null,
    parent_id: "p1",
  });
  const work = workOf(poor, "A fox", { ...wished, seed: "" }, []);
  expect(work).toMatchObject({ seed: null, count: 1, negative_prompt: null, strength: null });
});

test("what an image was made with is recalled, with the seed that was drawn", () => {
  const work = workOf(rich, "A fox", { ...wished, seed: "" }, []);
  expect(settingsOf(work, 99)).toEqual({ ...wished, seed: "99", strength: null });
  expect(settingsOf({ type: "create", model: "m", prompt: "p" }, null)).toEqual(INITIAL_SETTINGS);
});

test("the price is known before: credits for each image", () => {
  expect(priceOf(rich, wished)).toBe(20);
  expect(priceOf(rich, INITIAL_SETTINGS)).toBe(5);
  expect(priceOf(poor, wished)).toBe(0);
});

test.each([
  [null, INITIAL_SETTINGS],
  ["no json", INITIAL_SETTINGS],
  ["7", INITIAL_SETTINGS],
  ['{"count":"many","style":"vivid","cfgScale":"x"}', { ...INITIAL_SETTINGS, style: "vivid" }],
  [JSON.stringify(wished), wished],
])("stored settings %j are read", (stored, settings) => {
  expect(readSettings(stored)).toEqual(settings);
});

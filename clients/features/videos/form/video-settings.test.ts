import type { VideoAbilities } from "@ensemble/contract/wire";
import { describe, expect, test } from "vitest";
import { TEXT_ONLY, testModel } from "../testing";
import { NO_PICTURES, type Pictures, type Source } from "./sources";
import {
  fitSettings,
  INITIAL_SETTINGS,
  lengthFor,
  lengthLostToEndFrame,
  missingOf,
  offers,
  priceOf,
  readSettings,
  SETTINGS,
  settingsOf,
  type VideoSettings,
  workOf,
} from "./video-settings";

const rich = testModel({ id: "a/rich" });
const poor = testModel({ id: "b/poor", credits_per_second: 0, abilities: TEXT_ONLY });
const wished: VideoSettings = {
  source: "first_and_last",
  seconds: 5,
  ratio: "9:16",
  resolution: "1080p",
  audio: false,
  camera: "zoom_in",
  motion: 0.4,
  seed: "7",
  negativePrompt: "text",
  cfgScale: 7,
};
const [first, last, thing] = ["f1", "f2", "f3"].map((fileId) => ({ fileId, name: fileId }));
const pictures: Pictures = { first: first ?? null, last: last ?? null, references: thing ? [thing] : [] };

// spec §4: "A video end frame does not support 10s, so duration switches to 5s automatically."
describe("the duration", () => {
  test.each<[Source, number | null, number, number | null]>([
    ["text", 10, 10, null],
    ["first_frame", 10, 10, null],
    ["first_and_last", 10, 5, 10],
    ["first_and_last", 5, 5, null],
    ["first_and_last", null, 5, null],
    ["references", 10, 10, null],
  ])("from %s with %s s wished is %i s", (source, seconds, used, lost) => {
    const settings = { ...INITIAL_SETTINGS, source, seconds };
    expect(fitSettings(settings, rich.abilities).seconds).toBe(used);
    expect(lengthLostToEndFrame(settings, rich.abilities)).toBe(lost);
  });

  test("is 10 s again without the end frame", () => {
    const settings = { ...INITIAL_SETTINGS, source: "first_and_last" as const, seconds: 10 };
    expect(fitSettings({ ...settings, source: "first_frame" }, rich.abilities).seconds).toBe(10);
  });

  test("stays where a model ends a video of any length with an image", () => {
    const { abilities } = testModel({ abilities: { seconds_with_last_frame: [] } });
    const settings = { ...INITIAL_SETTINGS, source: "first_and_last" as const, seconds: 10 };
    expect(fitSettings(settings, abilities).seconds).toBe(10);
    expect(lengthLostToEndFrame(settings, abilities)).toBeNull();
  });

  test.each([
    [null, [4, 8], 4],
    [8, [4, 8], 8],
    [10, [4, 8], 8],
    [6, [4, 8], 4],
    [1, [4, 8], 4],
    [5, [], null],
  ])("of %s s wished and %j offered is %s", (wanted, offered, length) => {
    expect(lengthFor(wanted, offered)).toBe(length);
  });
});

describe("settings and models", () => {
  test("a model without a setting ignores it, and the next model that has it gets it back", () => {
    expect(fitSettings(wished, poor.abilities)).toEqual({ ...INITIAL_SETTINGS, seconds: 4, audio: false });
    expect(fitSettings(wished, rich.abilities)).toEqual(wished);
  });

  test.each<[string, Partial<VideoSettings>, Partial<VideoAbilities>, Partial<VideoSettings>]>([
    ["a ratio of another model", { ratio: "21:9" }, {}, { ratio: null }],
    ["a resolution of another model", { resolution: "4k" }, {}, { resolution: null }],
    ["a camera of another model", { camera: "orbit" }, {}, { camera: null }],
    [
      "frames with a model of references",
      { source: "first_frame" },
      { first_frame: false },
      { source: "text" },
    ],
    ["text with a model of frames", { source: "text" }, { texts: false }, { source: "first_frame" }],
    ["a guidance above ten", { cfgScale: 30 }, {}, { cfgScale: 10 }],
    ["a negative guidance", { cfgScale: -1 }, {}, { cfgScale: 0 }],
    ["a motion above one", { motion: 3 }, {}, { motion: 1 }],
  ])("fits %s", (_, settings, abilities, fitted) => {
    const all = { ...rich.abilities, ...abilities };
    expect(fitSettings({ ...INITIAL_SETTINGS, ...settings }, all)).toMatchObject(fitted);
  });

  test("a model offers what it has more than one of", () => {
    for (const name of SETTINGS) expect(offers(name, rich.abilities)).toBe(true);
    expect(SETTINGS.filter((name) => offers(name, poor.abilities))).toEqual(["seconds"]);
    expect(offers("ratio", { ...rich.abilities, ratios: ["16:9"] })).toBe(false);
  });
});

test.each([
  ["model", undefined, "A fox", {}, NO_PICTURES],
  ["prompt", rich, "  ", {}, NO_PICTURES],
  ["first_frame", rich, "A fox", { source: "first_frame" }, NO_PICTURES],
  ["first_frame", rich, "A fox", { source: "first_and_last" }, { ...pictures, first: null }],
  ["last_frame", rich, "A fox", { source: "first_and_last" }, { ...pictures, last: null }],
  ["reference", rich, "A fox", { source: "references" }, NO_PICTURES],
  [
    "too_many_references",
    testModel({ abilities: { references_max: 1 } }),
    "A fox",
    { source: "references" },
    { ...pictures, references: [first, last] },
  ],
  ["prompt", rich, "", { source: "references" }, pictures],
  ["seed", rich, "A fox", { seed: "x" }, NO_PICTURES],
  [null, rich, "", { source: "first_frame" }, pictures],
  [null, rich, "A fox", {}, pictures],
  [null, poor, "A fox", { source: "first_frame", seed: "x" }, NO_PICTURES],
] as const)("before sending, %s is missing", (missing, model, prompt, settings, given) => {
  expect(missingOf(model, prompt, { ...INITIAL_SETTINGS, ...settings }, given as Pictures)).toBe(missing);
});

describe("a request", () => {
  test("carries what its model takes, and a blank seed is random", () => {
    expect(workOf(rich, " A fox ", wished, pictures, "v0")).toEqual({
      model: "a/rich",
      prompt: "A fox",
      negative_prompt: "text",
      seconds: 5,
      ratio: "9:16",
      resolution: "1080p",
      audio: false,
      camera: "zoom_in",
      motion: 0.4,
      seed: 7,
      cfg_scale: 7,
      first_frame_file_id: "f1",
      last_frame_file_id: "f2",
      reference_file_ids: [],
      parent_id: "v0",
    });
    expect(workOf(poor, "A fox", { ...wished, seed: "" }, pictures)).toMatchObject({
      seconds: 4,
      audio: null,
      seed: null,
      first_frame_file_id: null,
      parent_id: null,
    });
  });

  test.each<[Source, unknown]>([
    ["text", [null, null, []]],
    ["first_frame", ["f1", null, []]],
    ["first_and_last", ["f1", "f2", []]],
    ["references", [null, null, ["f3"]]],
  ])("from %s sends the pictures of that source only", (source, sent) => {
    const work = workOf(rich, "A fox", { ...INITIAL_SETTINGS, source }, pictures);
    expect([work.first_frame_file_id, work.last_frame_file_id, work.reference_file_ids]).toEqual(sent);
  });

  test("is recalled from a video, with the seed that was drawn", () => {
    const work = workOf(rich, "A fox", { ...wished, seed: "" }, pictures);
    expect(settingsOf(work, 99)).toEqual({ ...wished, seed: "99" });
    expect(settingsOf({ model: "m", prompt: "p" }, null)).toEqual(INITIAL_SETTINGS);
    expect(settingsOf({ model: "m", prompt: "p", reference_file_ids: ["f3"] }, null).source).toBe(
      "references",
    );
  });
});

test("the price is known before: credits for each second of the length that is used", () => {
  expect(priceOf(rich, { ...INITIAL_SETTINGS, seconds: 10 })).toBe(100);
  expect(priceOf(rich, { ...INITIAL_SETTINGS, seconds: 10, source: "first_and_last" })).toBe(50);
  expect(priceOf(rich, INITIAL_SETTINGS)).toBe(50);
  expect(priceOf(poor, { ...INITIAL_SETTINGS, seconds: 8 })).toBe(0);
  expect(
    priceOf(testModel({ abilities: { seconds: [], seconds_with_last_frame: [] } }), INITIAL_SETTINGS),
  ).toBeNull();
});

test.each([
  [null, INITIAL_SETTINGS],
  ["no json", INITIAL_SETTINGS],
  ['{"seconds":"many","ratio":"16:9","motion":"x","source":"dream"}', { ...INITIAL_SETTINGS, ratio: "16:9" }],
  [JSON.stringify(wished), wished],
])("stored settings %j are read", (stored, settings) => {
  expect(readSettings(stored)).toEqual(settings);
});

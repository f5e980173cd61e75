import { expect, test } from "vitest";
import { INITIAL_SETTINGS } from "../studio/create-settings";
import { testModel } from "../testing";
import { wantedOf } from "./live-work";

const asked = {
  prompt: "A fox",
  settings: { ...INITIAL_SETTINGS, count: 4 },
  references: [{ fileId: "f1", name: "sketch", strength: null }],
  missing: null,
};

// spec §5: "Realtime creation ratio scale 0 to 10"
test("the ratio scale is the weight of the references, and one image is made at a time", async () => {
  const wanted = wantedOf(testModel(), asked, 7);
  expect(await wanted?.work(new AbortController().signal)).toMatchObject({
    type: "create",
    prompt: "A fox",
    count: 1,
    references: [{ file_id: "f1", strength: 0.7 }],
  });
});

test("a model that weighs no references is not told a weight", async () => {
  const model = testModel({ abilities: { strength: false } });
  const work = await wantedOf(model, asked, 7)?.work(new AbortController().signal);
  expect(work).toMatchObject({ references: [{ file_id: "f1", strength: null }] });
});

test("nothing is made while something is missing, and another ratio is another image", () => {
  expect(wantedOf(testModel(), { ...asked, missing: "prompt" }, 7)).toBeNull();
  const keys = [1, 2].map((ratio) => wantedOf(testModel(), asked, ratio)?.key);
  expect(keys[0]).not.toBe(keys[1]);
});

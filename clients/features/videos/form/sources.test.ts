import { expect, test } from "vitest";
import { TEXT_ONLY, testModel } from "../testing";
import {
  NO_PICTURES,
  type Picture,
  type Pictures,
  picturesOf,
  readPictures,
  type Source,
  takePicture,
} from "./sources";

const rich = testModel().abilities;
const [a, b] = ["a", "b"].map((fileId): Picture => ({ fileId, name: fileId })) as [Picture, Picture];
const withFirst: Pictures = { ...NO_PICTURES, first: a };

test.each<[string, Source, Pictures, typeof rich, Source | null, Partial<Pictures>]>([
  ["from a text begins the video", "text", NO_PICTURES, rich, "first_frame", { first: b }],
  [
    "is a reference where frames are not taken",
    "text",
    NO_PICTURES,
    { ...rich, first_frame: false },
    "references",
    { references: [b] },
  ],
  ["is not taken by a model of texts", "text", NO_PICTURES, TEXT_ONLY, null, {}],
  ["replaces the first frame", "first_frame", withFirst, rich, "first_frame", { first: b }],
  [
    "is the first of two frames",
    "first_and_last",
    NO_PICTURES,
    rich,
    "first_and_last",
    { first: b, last: null },
  ],
  ["is the last of two frames", "first_and_last", withFirst, rich, "first_and_last", { first: a, last: b }],
  [
    "joins the references",
    "references",
    { ...NO_PICTURES, references: [a] },
    rich,
    "references",
    { references: [a, b] },
  ],
  [
    "is a reference only once",
    "references",
    { ...NO_PICTURES, references: [b] },
    rich,
    "references",
    { references: [b] },
  ],
])("a picture that is dropped %s", (_, source, pictures, abilities, chosen, after) => {
  const taken = takePicture(source, pictures, b, abilities);
  expect(taken?.source ?? null).toBe(chosen);
  if (taken) expect(taken.pictures).toMatchObject(after);
});

test("the pictures of a video are recalled", () => {
  const work = { model: "m", prompt: "p", first_frame_file_id: "a", reference_file_ids: ["b"] };
  expect(picturesOf(work)).toEqual({
    first: { fileId: "a", name: "" },
    last: null,
    references: [{ fileId: "b", name: "" }],
  });
});

test.each([
  ["", NO_PICTURES],
  ["no json", NO_PICTURES],
  ["null", NO_PICTURES],
  ['{"first":7,"references":[{"fileId":"a","name":"a"},null]}', { ...NO_PICTURES, references: [a] }],
  [JSON.stringify({ first: a, last: b, references: [] }), { first: a, last: b, references: [] }],
])("stored pictures %j are read", (stored, pictures) => {
  expect(readPictures(stored)).toEqual(pictures);
});

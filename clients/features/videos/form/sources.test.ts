import { expect, test } from "vitest";
import { TEXT_ONLY, testModel } from "../testing";
import {
  NO_PICTURES,
  type Picture,
  type Pictures,
  picturesOf,
  putPicture,
  readPictures,
  type Source,
  sourceWithPictures,
} from "./sources";

const rich = testModel().abilities;
const [a, b] = ["a", "b"].map((fileId): Picture => ({ fileId, name: fileId })) as [Picture, Picture];
const withFirst: Pictures = { ...NO_PICTURES, first: a };

test.each<[Source, typeof rich, Source | null]>([
  ["text", rich, "first_frame"],
  ["text", { ...rich, first_frame: false }, "references"],
  ["text", TEXT_ONLY, null],
  ["first_and_last", rich, "first_and_last"],
  ["references", rich, "references"],
])("a picture that is dropped with %s chosen makes the source with %j: %s", (source, abilities, chosen) => {
  expect(sourceWithPictures(source, abilities)).toBe(chosen);
});

test.each<[string, Source, Pictures, Pictures]>([
  ["replaces the first frame", "first_frame", withFirst, { ...NO_PICTURES, first: b }],
  ["is the first of two frames", "first_and_last", NO_PICTURES, { ...NO_PICTURES, first: b }],
  ["is the last of two frames", "first_and_last", withFirst, { ...withFirst, last: b }],
  [
    "joins the references",
    "references",
    { ...NO_PICTURES, references: [a] },
    { ...NO_PICTURES, references: [a, b] },
  ],
  [
    "is a reference only once",
    "references",
    { ...NO_PICTURES, references: [b] },
    { ...NO_PICTURES, references: [b] },
  ],
])("a picture that is dropped %s", (_, source, pictures, after) => {
  expect(putPicture(source, pictures, b)).toEqual(after);
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

import { serve, type TestAnswers } from "@ensemble/blocks/testing";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { ImageTask, ImageWork, NewImageTask } from "@ensemble/contract/wire";
import { afterEach, expect, test, vi } from "vitest";
import { testImage, testTask } from "../testing";
import { runTask } from "./run-task";

const WORK: ImageWork = { type: "tool", tool: { tool: "enhance", strength: 50 }, file_ids: ["f1"] };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Server whose task is in these states, one after another. */
function taskOf(...states: Partial<ImageTask>[]) {
  let id = "";
  let at = 0;
  const now = () => testTask({ id, images: [], ...states[Math.min(at, states.length - 1)] });
  const known: TestAnswers = {
    "POST /api/images/tasks": (body: NewImageTask) => {
      id = body.id;
      return now();
    },
    "GET /api/documents/files/made/content": "picture",
  };
  return serve(
    new Proxy(known, {
      get: (answers, name: string) => {
        if (name === `POST /api/tasks/${id}/cancel`) return null;
        if (name !== `GET /api/images/tasks/${id}`) return answers[name];
        at += 1;
        return now();
      },
    }),
  );
}

test("a task is followed until it is done, and its picture is read", async () => {
  vi.useFakeTimers();
  const done = { state: "succeeded" as const, images: [testImage({ file_id: "made" })] };
  taskOf({ state: "queued" }, { state: "running" }, done);
  const result = runTask(WORK, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await (await result).text()).toBe('"picture"');
});

test("a task that failed throws its cause", async () => {
  const problem = { code: "images.generation_failed", status: 502, message: "Failed", params: {} };
  const cause = { code: "image_tools.mask_empty", status: 422, message: "Mark the area first", params: {} };
  taskOf({ state: "failed", problem, cause });
  const error = await runTask(WORK, new AbortController().signal).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ProblemError);
  expect((error as ProblemError).code).toBe("image_tools.mask_empty");
});

test("aborting cancels the task", async () => {
  vi.useFakeTimers();
  const seen = taskOf({ state: "running" });
  const controller = new AbortController();
  const result = runTask(WORK, controller.signal).catch((caught: unknown) => caught);
  await vi.advanceTimersByTimeAsync(800);
  controller.abort(new DOMException("stopped", "AbortError"));
  expect(await result).toMatchObject({ name: "AbortError" });
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.some(({ path }) => path.endsWith("/cancel"))).toBe(true);
});

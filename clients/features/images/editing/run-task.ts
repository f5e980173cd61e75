import { isFinal } from "@ensemble/blocks/tasks/task-kind";
import { api as files } from "@ensemble/contract/api";
import { ProblemError } from "@ensemble/contract/problem-error";
import { fileContentPath } from "@ensemble/contract/send-chunk";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { ImageTask, ImageWork, Image as WireImage } from "@ensemble/contract/wire";
import { beginTask, cancelTask, getTask } from "../image-queries";

const LOOK_EVERY_MS = 700;

/** Reads the content of an image's file. */
export const readPicture = async (fileId: string): Promise<Blob> =>
  (await files.getFile(fileContentPath(fileId))).content;

/** Returns an image as pixels, which an editor needs: drawn, where it consists of shapes. */
export async function readPixels({ file_id, media_type, width, height }: WireImage): Promise<Blob> {
  const content = await readPicture(file_id);
  if (media_type !== "image/svg+xml") return content;
  const address = URL.createObjectURL(content.slice(0, content.size, media_type));
  try {
    const drawing = new Image(width, height);
    drawing.src = address;
    await drawing.decode();
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d")?.drawImage(drawing, 0, 0, width, height);
    return await canvas.convertToBlob({ type: "image/png" });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Begins a task and returns its first picture once it is done. Throws the problem of one that failed; aborting
 * cancels it.
 */
export async function runTask(work: ImageWork, signal: AbortSignal): Promise<Blob> {
  return readPicture((await makeImage(work, signal)).image.file_id);
}

/** Like `runTask`; returns the image, and what it cost. */
export async function makeImage(
  work: ImageWork,
  signal: AbortSignal,
): Promise<{ image: WireImage; charged: number }> {
  const task = await ended(await beginTask({ id: uuidV7(), work, board_id: null }), signal);
  const [image] = task.images;
  if (task.problem) throw new ProblemError(task.cause ?? task.problem);
  if (!image) throw new DOMException("the task was stopped", "AbortError");
  return { image, charged: task.charged ?? 0 };
}

async function ended(begun: ImageTask, signal: AbortSignal): Promise<ImageTask> {
  let task = begun;
  try {
    while (!isFinal(task.state)) {
      await rest(LOOK_EVERY_MS, signal);
      task = await getTask(task.id, signal);
    }
  } catch (error) {
    // Nobody waits for it any more. One that is over by now refuses, which is as good.
    if (signal.aborted) cancelTask(task.id).catch(() => undefined);
    throw error;
  }
  return task;
}

/** Waits; throws when aborted. */
const rest = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });

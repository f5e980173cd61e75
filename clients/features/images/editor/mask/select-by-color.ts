import { trustedScript } from "@ensemble/blocks/trusted-scripts";
import type { FloodFill } from "./flood-fill";
import workerUrl from "./flood-fill-worker?worker&url";
import type { Mask } from "./mask";

/** Fills in a thread of its own; the pixels are handed over to it. */
export function selectByColor(fill: FloodFill): Promise<Mask> {
  const worker = new Worker(trustedScript(workerUrl), { type: "module" });
  return new Promise<Mask>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Mask>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(fill, [fill.pixels.buffer]);
  }).finally(() => worker.terminate());
}

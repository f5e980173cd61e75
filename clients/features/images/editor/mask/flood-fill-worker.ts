import { type FloodFill, floodFill } from "./flood-fill";

// A fill of a large picture takes longer than a frame.
addEventListener("message", ({ data }: MessageEvent<FloodFill>) => postMessage(floodFill(data)));

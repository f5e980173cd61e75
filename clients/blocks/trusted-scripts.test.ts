import { afterEach, expect, test, vi } from "vitest";
import { isOurs } from "./trusted-scripts";

afterEach(() => vi.unstubAllGlobals());

test("only our own workers are run", () => {
  for (const own of ["/sw.js", "/assets/pdf-worker-B3x_9-aZ.js", "/assets/flood-fill-worker-B3x_9-aZ.js"])
    expect(isOurs(own), own).toBe(true);
  for (const other of [
    "https://evil.example/assets/pdf-worker-x.js",
    "/assets/pdf-worker-x.js?y",
    "/assets/../pdf-worker-x.js",
    "/api/documents/files/x/content",
    "data:text/javascript,1",
  ])
    expect(isOurs(other), other).toBe(false);
});

test("under a path of the host, they are below it", () => {
  vi.stubGlobal("basePath", "/ensemble");
  expect(isOurs("/ensemble/sw.js")).toBe(true);
  expect(isOurs("/ensemble/assets/pdf-worker-x.js")).toBe(true);
  for (const other of ["/sw.js", "/assets/pdf-worker-x.js", "/ensemble2/sw.js", "/other/ensemble/sw.js"])
    expect(isOurs(other), other).toBe(false);
});

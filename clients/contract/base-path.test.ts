import { afterEach, expect, test, vi } from "vitest";
import { onServer, pathOnServer } from "./base-path";

afterEach(() => vi.unstubAllGlobals());

test("at the root of its host, addresses are paths", () => {
  expect(onServer("/api/events")).toBe("/api/events");
  expect(pathOnServer("/home/chat")).toBe("/home/chat");
});

// issue 29 §3
test("under a path of its host, addresses are below it", () => {
  vi.stubGlobal("basePath", "/ensemble");
  expect(onServer("/api/events")).toBe("/ensemble/api/events");
  expect(pathOnServer("/ensemble/home/chat")).toBe("/home/chat");
  expect(pathOnServer("/ensemble/")).toBe("/");
  // Of another program, and of a server that is reached without its path.
  expect(pathOnServer("/ensemble2/home")).toBe("/ensemble2/home");
  expect(pathOnServer("/home/chat")).toBe("/home/chat");
});

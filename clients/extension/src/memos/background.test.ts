import { expect, test, vi } from "vitest";

vi.mock("wxt/browser", () => ({ browser: {} }));
const { readKeep } = await import("./background");

test("a page says what is kept of it, and no address but its own path", () => {
  const request = { text: "It burns oil.", title: "Arden", path: "/lamp" };
  expect(readKeep({ ...request, server: "https://evil.example" })).toEqual(request);
  for (const sent of [
    null,
    { ...request, text: " " },
    { ...request, text: 1 },
    { ...request, path: "https://evil.example/" },
    { ...request, path: "/lamp?token=secret" },
    { ...request, path: "/lamp#part" },
    { ...request, text: "x".repeat(600_000) },
  ])
    expect(readKeep(sent)).toBeNull();
});

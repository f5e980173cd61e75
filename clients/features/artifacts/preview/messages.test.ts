import { describe, expect, test } from "vitest";
import { readFromGuest } from "./messages";

describe("readFromGuest", () => {
  test("takes what a frame may say, and nothing else of it", () => {
    expect(readFromGuest({ kind: "store", key: "a", value: null, more: 1 })).toEqual({
      kind: "store",
      key: "a",
      value: null,
    });
    expect(readFromGuest({ kind: "ask", id: 1, prompt: "x" })).toEqual({ kind: "ask", id: 1, prompt: "x" });
  });

  test.each([
    null,
    7,
    "ran",
    {},
    { kind: "unknown" },
    { kind: "store", key: {}, value: "x" },
    { kind: "ask", id: "1", prompt: "x" },
    { kind: "ask", id: 1.5, prompt: "x" },
    { kind: "link", url: "javascript:alert(1)" },
    { kind: "link", url: "data:text/html,x" },
    { kind: "link", url: "/settings" },
    { kind: "selected", element: { name: "a", html: 1, text: "" } },
    { kind: "selected", element: null },
    { kind: "pong" },
    { kind: "network", host: "http://a.example" },
    { kind: "network", host: 1 },
    { kind: "save", name: "a", content: "text" },
  ])("refuses %j", (data) => {
    expect(readFromGuest(data)).toBeNull();
  });

  test("takes files, with names that stay where they are", () => {
    const content = new Blob(["x"]);
    expect(readFromGuest({ kind: "save", name: "../..\\a\u202egpj.exe", content })).toMatchObject({
      kind: "save",
      name: "a gpj.exe",
    });
  });

  test("cuts long texts off", () => {
    const message = readFromGuest({ kind: "error", message: "x".repeat(100_000), line: "1" });
    expect(message).toMatchObject({ kind: "error", line: null });
    expect(JSON.stringify(message).length).toBeLessThan(5_000);
  });
});

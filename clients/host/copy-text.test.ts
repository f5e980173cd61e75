import { afterEach, expect, test, vi } from "vitest";
import { copyText } from "./copy-text";

afterEach(() => vi.unstubAllGlobals());

/** Simulates a browser with or without a working copy command. */
function command(works: boolean): () => string {
  let copied = "";
  document.execCommand = (name: string) => {
    if (name !== "copy" || !works) return false;
    const event = new Event("copy", { cancelable: true, bubbles: true });
    Object.assign(event, { clipboardData: { setData: (_: string, text: string) => (copied = text) } });
    document.body.dispatchEvent(event);
    return true;
  };
  return () => copied;
}

test("a text is copied where a page has no clipboard, or forbids it, and else it is said", async () => {
  const copied = command(true);
  vi.stubGlobal("navigator", { clipboard: undefined });
  expect(await copyText("over http")).toBe(true);
  expect(copied()).toBe("over http");
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("forbidden")) } });
  expect(await copyText("forbidden by the page")).toBe(true);
  expect(copied()).toBe("forbidden by the page");
  command(false);
  expect(await copyText("nowhere")).toBe(false);
});

import { startTexts } from "@ensemble/i18n/text";
import { expect, test } from "vitest";
import { destinations } from "./destinations";
import { TOOL_TABLE } from "./tools/tool-table";

test("the palette finds every tool and every mode of the studio by a name in words", async () => {
  await startTexts("en", destinations.texts);
  const list = destinations.list();
  expect(list.length).toBeGreaterThan(TOOL_TABLE.length + 10);
  for (const { label, detail, others = "" } of list) {
    expect(label).not.toBe("");
    expect(detail).not.toBe("");
    expect(`${label}${others}`).not.toMatch(/undefined|_/);
  }
  expect(list.find(({ to }) => to === "/image-tools/background-removal")).toMatchObject({
    label: "Background removal",
    detail: "Image tools",
    others: expect.stringContaining("remove background"),
  });
  expect(list.some(({ to }) => to === "/home/image/canvas")).toBe(true);
});

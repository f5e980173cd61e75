import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { drawIcon, readMark } from "./draw-icon";
import { ICONS, manifest } from "./manifest";
import { moveLists } from "./preload-lists";
import { startTextFiles } from "./start-texts";

const mark = readMark(await readFile(resolve(import.meta.dirname, "../public/icon.svg"), "utf8"));

/** Returns the color at a position, from 0 to 1 across the icon. */
function pixel(png: Buffer, pixels: number, across: number, down: number): number[] {
  const begin = png.indexOf("IDAT") + 4;
  const rows = inflateSync(png.subarray(begin, begin + png.readUInt32BE(begin - 8)));
  const at = Math.floor(down * pixels) * (pixels * 4 + 1) + 1 + Math.floor(across * pixels) * 4;
  return [...rows.subarray(at, at + 4)];
}

describe("drawIcon", () => {
  test("draws the mark on its ground, with round corners", () => {
    const png = drawIcon(mark, { pixels: 192, ground: "round", scale: 1 });
    expect(pixel(png, 192, 0.5, 0.9)).toEqual([0x5b, 0x53, 0xd6, 255]);
    expect(pixel(png, 192, 0, 0)[3]).toBe(0);
    // The top of the outer arc.
    expect(pixel(png, 192, 0.5, 12.5 / 32)).toEqual([255, 255, 255, 255]);
  });

  test("fills a maskable icon to its edge, and keeps the mark in the middle four fifths", () => {
    const png = drawIcon(mark, { pixels: 192, ground: "full", scale: 0.8 });
    expect(pixel(png, 192, 0, 0)).toEqual([0x5b, 0x53, 0xd6, 255]);
    for (let step = 0; step < 100; step += 1) {
      for (const edge of [0.09, 0.91])
        expect(pixel(png, 192, edge, step / 100)).toEqual([0x5b, 0x53, 0xd6, 255]);
    }
  });

  test("refuses a mark that it does not understand", () => {
    expect(() => readMark('<svg viewBox="0 0 32 32"><path d="M0 0L5 5"/></svg>')).toThrow();
  });
});

describe("manifest", () => {
  const texts = { description: "d", new_chat: "n", chats: "c", web_search: "w", bots: "b" };

  test("says where things are, in each language's direction", () => {
    const arabic = JSON.parse(manifest("ar", texts));
    expect(arabic).toMatchObject({
      start_url: "./",
      scope: "./",
      lang: "ar",
      dir: "rtl",
      display: "standalone",
    });
    expect(arabic.share_target.action).toBe("share-target");
    expect(arabic.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
      "home/chat",
      "home",
      "home/search",
      "bots",
    ]);
  });

  test("has icons for what a system wants", () => {
    const purposes = JSON.parse(manifest("en", texts)).icons.map(
      ({ purpose }: { purpose: string }) => purpose,
    );
    expect(new Set(purposes)).toEqual(new Set(["any", "maskable", "monochrome"]));
    expect(ICONS.some(({ file }) => file.includes("apple-touch"))).toBe(true);
  });
});

test("names the file of the first texts of each locale", () => {
  const chunk = (fileName: string, ...moduleIds: string[]) => ({
    type: "chunk" as const,
    fileName,
    imports: [],
    moduleIds,
  });
  expect(
    startTextFiles({
      a: chunk("assets/start-1.js", "/clients/i18n/locales/en/start/index.ts"),
      b: chunk("assets/start-2.js", "/clients/i18n/locales/zh-CN/start/index.ts"),
      c: chunk("assets/chat-1.js", "/clients/i18n/locales/en/chat.json"),
      d: { type: "asset" },
    }),
  ).toEqual({ en: "/assets/start-1.js", "zh-CN": "/assets/start-2.js" });
});

describe("moveLists", () => {
  const first =
    'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/a.js","assets/b.css"])))=>i.map(i=>d[i]);' +
    "const pages=[load(one,__vite__mapDeps([0])),load(two,__vite__mapDeps([0,1])),load(three,[])];";

  test("leaves numbers in the first script, and its styles", () => {
    const { code, lists, fileName } = moveLists(first);
    expect(code).toContain('const pages=[load(one,__preloads(0)),load(two,__preloads(1,["assets/b.css"])),');
    expect(code).toContain(`import("./${fileName.replace("assets/", "")}")`);
    expect(lists).toBe('export default [["assets/a.js","assets/b.css"],[[0],[0]]];');
  });

  test("stops a build whose lists it does not understand", () => {
    expect(() => moveLists("const pages=[]")).toThrow("no preload lists");
  });
});

// @vitest-environment node
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { basePath, inPage, inScript, inStyle } from "./base-path";

test("scripts put the base path before addresses of files, wherever an expression stands", () => {
  expect(inScript('return"/assets/a.js"')).toBe('return(basePath)+"/assets/a.js"');
  expect(inScript(`[\`/assets/\${a}.js\`,'/assets/b.png']`)).toBe(
    `[(basePath)+\`/assets/\${a}.js\`,(basePath)+'/assets/b.png']`,
  );
  expect(inScript('import("./b.js");/^\\/assets\\//')).toBe('import("./b.js");/^\\/assets\\//');
});

test("styles name files beside them", () => {
  expect(inStyle("a{src:url(/assets/a.woff2)}b{mask:url('/assets/b.svg')}")).toBe(
    "a{src:url(a.woff2)}b{mask:url('b.svg')}",
  );
  expect(inStyle("a{fill:url(#b)}")).toBe("a{fill:url(#b)}");
});

test("the page has a mark before each of its addresses", () => {
  const page = inPage(
    '<link href="/icon.svg"><script src="/assets/a.js"></script>' +
      'link.href = `/manifest.ar`; ask("/api/a"); x.split("/"); open("https://a.example/assets/b")',
  );
  expect(page).toBe(
    '<link href="__BASE_PATH__/icon.svg"><script src="__BASE_PATH__/assets/a.js"></script>' +
      'link.href = `__BASE_PATH__/manifest.ar`; ask("__BASE_PATH__/api/a"); x.split("/"); open("https://a.example/assets/b")',
  );
});

// The three above are of no use if Vite writes addresses in another way.
describe("a build", () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "base-path-"));
    const files = {
      "a.js": 'import("./b.js").then(({ picture }) => console.log(picture));',
      "b.js": 'import "./b.css"; import picture from "./c.svg?url&no-inline"; export { picture };',
      "b.css": ".b { background: url(./c.svg?no-inline) }",
      "c.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  });
  afterAll(() => rm(root, { recursive: true }));

  test("names no file from the root of the host", async () => {
    const made = await build({
      root,
      configFile: false,
      logLevel: "silent",
      plugins: [basePath()],
      build: {
        write: false,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: join(root, "a.js") },
      },
    });
    const files = [made].flat().flatMap((result) => ("output" in result ? result.output : []));
    const texts = files.map((file) => (file.type === "chunk" ? file.code : String(file.source)));
    expect(texts.filter((text) => /(?<!\(basePath\)\+)["'`(]\/assets\//.test(text))).toEqual([]);
    expect(texts.join("\n")).toMatch(/basePath\+(["'`])\/\1\+/);
    expect(texts.join("\n")).toMatch(/\(basePath\)\+["'`]\/assets\/c-/);
    expect(texts.join("\n")).toMatch(/url\(["']?c-/);
  });
});

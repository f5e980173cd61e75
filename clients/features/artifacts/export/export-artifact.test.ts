import { pngOf } from "@ensemble/blocks/diagrams/svg-png";
import { expect, test, vi } from "vitest";
import { drawingOf } from "./drawing";
import { exportArtifact, NotExported } from "./export-artifact";

const REACT = `var own = 1; globalThis.artifactModules = { react: {}, "react-dom/client": {} }; "</script>"; "<!--";`;

vi.mock("../preview/libraries", async (original) => ({
  ...(await original<object>()),
  librariesOf: async () => [{ text: REACT }],
  tailwindText: async () => "tailwind()",
}));
vi.mock("@ensemble/blocks/diagrams/svg-png", () => ({ pngOf: vi.fn(async () => new Blob(["png"])) }));
vi.mock("@ensemble/blocks/diagrams/diagram-frame", () => ({
  drawDiagram: vi.fn(async () => ({ svg: "<svg>drawn</svg>", width: 20, height: 10, title: "" })),
}));

const page = async (kind: "html" | "react" | "svg" | "mermaid", content: string, hosts: string[] = []) =>
  (await exportArtifact("html", { kind, content, title: "Tides & <moon>", hosts })).text();

/** Returns the scripts of a page, as a browser reads them. */
const scriptsOf = (html: string) =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = ""]) => code);

test("a component becomes a file with its libraries, which asks no other server", async () => {
  const html = await page("react", `export default () => <p>{"</script>"}</p>;`);
  expect(html).toContain("<title>Tides &amp; &lt;moon></title>");
  expect(html).toContain("default-src 'none'");
  expect(html).toContain("connect-src 'none'");
  expect(html).not.toMatch(/\b(?:src|href)=/);
  const scripts = scriptsOf(html);
  expect(scripts).toHaveLength(4);
  for (const script of scripts) expect(() => new Function(script)).not.toThrow();
  expect(html).not.toContain("<!--");
});

test("a page keeps its doctype and title, and has Tailwind in it instead of at a CDN", async () => {
  const source = `<!doctype html><title>Own</title><script src="https://cdn.tailwindcss.com"></script><p>Hi`;
  const html = await page("html", source, ["https://a.example"]);
  expect(html).toMatch(/^<!doctype html><meta charset/);
  expect(html).toContain("connect-src https://a.example;");
  expect(html).toContain("tailwind()");
  expect(html).not.toContain("cdn.tailwindcss.com");
  expect(html.match(/<title>/g)).toHaveLength(1);
});

test("what uses other libraries is not exported, and they are named", async () => {
  await expect(page("react", `import pad from "left-pad"; export default () => pad;`)).rejects.toThrow(
    "left-pad",
  );
  await expect(page("html", `<script src="https://unpkg.com/three@1/three.js"></script>`)).rejects.toThrow(
    NotExported,
  );
});

test("a diagram is drawn for each of its files", async () => {
  const diagram = { kind: "mermaid", content: "graph TD", title: "Tides", hosts: [] } as const;
  expect(await page("mermaid", "graph TD")).toContain("<svg>drawn</svg>");
  expect((await exportArtifact("svg", diagram)).type).toBe("image/svg+xml");
  expect(await (await exportArtifact("png", diagram)).text()).toBe("png");
  expect(vi.mocked(pngOf).mock.lastCall?.[0]).toMatchObject({ width: 20, height: 10 });
});

test.each([
  [`<svg viewBox="0 0 24 12"/>`, 512, 256],
  [`<svg width="800px" height="400"/>`, 800, 400],
  [`<svg width="100%" viewBox="0 0 1000 500"/>`, 1000, 500],
  [`<svg width="1200" viewBox="0 0 24 12"/>`, 1200, 600],
  [`<svg/>`, 512, 256],
])("%s has a size", (source, width, height) => {
  const drawing = drawingOf(source);
  expect(drawing).toMatchObject({ width, height });
  expect(drawing.svg).toContain(`width="${width}"`);
  expect(drawing.svg).toMatch(/viewBox="0 0 \d+ \d+"/);
});

test("what holds no drawing has no image", () => expect(() => drawingOf("<p>none</p>")).toThrow(NotExported));

// @vitest-environment node
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { sourcesOf, withSources } from "./sources";
import { zipOf } from "./zip";

const repository = resolve(import.meta.dirname, "../../..");
const made = { name: "ensemble-firefox-0.1.0.zip", bytes: new TextEncoder().encode("a package") };
const entries = sourcesOf(repository, made);
const names = entries.map(({ name }) => name);
const textOf = (wanted: string) =>
  new TextDecoder().decode(entries.find(({ name }) => name === wanted)?.content);

describe("the sources of the package for Firefox", () => {
  test("have the extension, what it is made of, and what installs that", () => {
    for (const name of [
      "package-lock.json",
      "clients/extension/wxt.config.ts",
      "clients/extension/entrypoints/resident.ts",
      "clients/ui/package.json",
      "clients/i18n/locales/ar/extension/shared.json",
      "clients/features/translation/package.json",
      "contract/search-engines.json",
    ])
      expect(names).toContain(name);
  });

  test("name every workspace, or npm installs nothing", () => {
    const { packages } = JSON.parse(textOf("package-lock.json")) as { packages: Record<string, object> };
    const ours = Object.keys(packages).filter((path) => /^(?:clients|tools)\//.test(path));
    expect(ours.length).toBeGreaterThan(10);
    for (const path of ours.filter((one) => !one.includes("node_modules")))
      expect(names).toContain(`${path}/package.json`);
  });

  test("leave out what is built, what is somebody's own, and other shells", () => {
    for (const name of names) {
      expect(name).not.toMatch(/(?:^|\/)(?:node_modules|dist|test-results)\//);
      expect(name, "a file whose name begins with a dot").not.toMatch(/(?:^|\/)\.(?!npmrc$)/);
      expect(name).not.toMatch(/^(?:server|clients\/(?:desktop|e2e|web)\/(?!package\.json))/);
    }
  });

  test("say first how the package is built, and which one it is", () => {
    expect(names[0]).toBe("README.md");
    const guide = textOf("README.md");
    expect(guide).toContain("npm ci");
    expect(guide).toContain(`clients/extension/dist/packages/${made.name}`);
    expect(guide).toContain(createHash("sha256").update(made.bytes).digest("hex"));
    expect(guide).not.toMatch(/PACKAGE|SHA256/);
  });

  test("give the same archive each time", () => {
    expect(Buffer.compare(zipOf(entries), zipOf(sourcesOf(repository, made)))).toBe(0);
  });

  test("stand by themselves: our own packages lead to them, and nothing of them is left", () => {
    const folder = withSources(entries, repository, (here) => {
      expect(readFileSync(join(here, "README.md"), "utf8")).toContain(made.name);
      const own = join(here, "node_modules/@ensemble/ui");
      expect(lstatSync(own).isSymbolicLink()).toBe(true);
      expect(realpathSync(own)).toBe(realpathSync(join(here, "clients/ui")));
      return here;
    });
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(join(repository, "clients/ui/package.json"))).toBe(true);
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

type Texts = Record<string, string>;

const locales = fileURLToPath(new URL("locales", import.meta.url));
const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Texts;

/** Reads a text catalog from its files: for builds and checks, outside of the bundler. */
export function readCatalog(locale: string, name: string): Texts {
  return Object.assign({}, ...filesOfCatalog(locale, name).map(read));
}

/** Returns the files of a catalog: one, or the parts of a shared catalog. */
export function filesOfCatalog(locale: string, name: string): string[] {
  const file = `${locales}/${locale}/${name}`;
  if (!existsSync(file)) return [`${file}.json`];
  const parts = readdirSync(file).filter((part) => part.endsWith(".json"));
  return parts.sort().map((part) => `${file}/${part}`);
}

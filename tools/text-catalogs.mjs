// Writes clients/i18n/catalogs.generated.ts: the type of every text catalog, from the English files.
//
// A catalog is a file, or a folder with a part for each area. A new catalog or part is its files in clients/i18n/locales and
// nothing else. With --check the file is compared instead of written.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeOrCheck } from "./write-or-check.mjs";

const english = join(fileURLToPath(import.meta.url), "../../clients/i18n/locales/en");
const isTexts = (file) => file.endsWith(".json");
const nameOf = (file) => file.replace(/\.json$/, "");

/** Files of each catalog, by its name. */
const catalogs = readdirSync(english, { withFileTypes: true })
  .map((entry) => [
    nameOf(entry.name),
    entry.isDirectory()
      ? readdirSync(join(english, entry.name))
          .filter(isTexts)
          .sort()
          .map((part) => `${entry.name}/${part}`)
      : [entry.name],
  ])
  .sort(([one], [other]) => (one < other ? -1 : 1));

const typeOf = (file) => nameOf(file).replace("/", "_in_");
const imports = catalogs.flatMap(([, files]) =>
  files.map((file) => `import type ${typeOf(file)} from "./locales/en/${file}";`),
);
const rows = catalogs.map(
  ([name, files]) => `  ${name}: ${files.map((file) => `typeof ${typeOf(file)}`).join(" & ")};`,
);

writeOrCheck(
  "clients/i18n/catalogs.generated.ts",
  `// Written by tools/text-catalogs.mjs from the files in locales/en. Do not edit.\n${imports.join("\n")}\n\nexport interface Catalogs {\n${rows.join("\n")}\n}\n`,
);

// Writes clients/i18n/catalogs.generated.ts: the type of every text catalog, one for each English file.
//
// A new catalog is its files in clients/i18n/locales and nothing else. With --check the file is compared instead of written.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeOrCheck } from "./write-or-check.mjs";

const root = join(fileURLToPath(import.meta.url), "../..");
const names = readdirSync(join(root, "clients/i18n/locales/en"))
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.replace(/\.json$/, ""))
  .sort();

const imports = names.map((name) => `import type ${name} from "./locales/en/${name}.json";`);
const rows = names.map((name) => `  ${name}: typeof ${name};`);

writeOrCheck(
  "clients/i18n/catalogs.generated.ts",
  `// Written by tools/text-catalogs.mjs from the files in locales/en. Do not edit.\n${imports.join("\n")}\n\nexport interface Catalogs {\n${rows.join("\n")}\n}\n`,
);

// Writes biome.zones.json: who may import what among the clients (ARCHITECTURE.md, "Who may import what").
//
// The zones are computed from the directory listing, so a new area is guarded from its first commit.
// With --check the file is compared instead of written.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeOrCheck } from "./write-or-check.mjs";

const root = join(fileURLToPath(import.meta.url), "../..");

const packagesIn = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, folder, entry.name, "package.json")))
    .map((entry) => entry.name)
    .sort();

const SHELLS = ["web", "extension", "desktop", "e2e"].filter((name) => packagesIn("clients").includes(name));
const areas = packagesIn("clients/features");

const names = (list) => list.flatMap((name) => [`@ensemble/${name}`, `@ensemble/${name}/**`]);
const features = ["@ensemble/feature-*", "@ensemble/feature-*/**"];

const zone = (folder, group, message) => ({
  includes: [`clients/${folder}/**`],
  linter: {
    rules: {
      style: {
        noRestrictedImports: { level: "error", options: { patterns: [{ group, message }] } },
      },
    },
  },
});

/** Features reach the world through the host and the API client only. */
const bannedGlobals = {
  includes: ["clients/features/**", "clients/blocks/**", "!**/*.test.ts", "!**/*.test.tsx"],
  linter: {
    rules: {
      style: {
        noRestrictedGlobals: {
          level: "error",
          options: {
            deniedGlobals: {
              fetch: "Call the API through @ensemble/contract.",
              localStorage: "Use host.storage from @ensemble/host.",
              sessionStorage: "Use host.drafts from @ensemble/host.",
              chrome: "Ask the host what it can do.",
            },
          },
        },
      },
    },
  },
};

const overrides = [
  zone(
    "ui",
    [...names(["contract", "i18n", "blocks", "host", ...SHELLS]), ...features],
    "ui knows nothing of the product: labels are props.",
  ),
  zone(
    "host",
    [...names(["ui", "contract", "i18n", "blocks", ...SHELLS]), ...features],
    "host is an interface; it imports nothing of ours.",
  ),
  zone(
    "i18n",
    [...names(["ui", "contract", "blocks", "host", ...SHELLS]), ...features],
    "i18n carries texts and formats only.",
  ),
  zone(
    "contract",
    [...names(["ui", "i18n", "blocks", ...SHELLS]), ...features],
    "contract is the wire; it knows no screens.",
  ),
  zone("blocks", [...names(SHELLS), ...features], "A block does not know the areas that use it."),
  ...areas.map((area) =>
    zone(
      `features/${area}`,
      [
        ...names(SHELLS),
        ...areas.filter((other) => other !== area).flatMap((other) => names([`feature-${other}`])),
      ],
      "Areas never import each other or a shell; share through blocks.",
    ),
  ),
  bannedGlobals,
];

writeOrCheck(
  "biome.zones.json",
  `${JSON.stringify({ $schema: "./node_modules/@biomejs/biome/configuration_schema.json", overrides }, null, 2)}\n`,
);

// Writes the list of what is in a release (CycloneDX 1.5, JSON): the crates that the server is linked from, and the npm
// packages that its web client is built from. It has no time and no chance in it: the same sources give the same bytes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../..");
// What the program of `make build` is for.
const target = execFileSync("rustc", ["-vV"], { encoding: "utf8" }).match(/^host: (.+)$/m)[1];

const cargo = JSON.parse(
  execFileSync("cargo", ["metadata", "--format-version", "1", "--locked", "--filter-platform", target], {
    cwd: root,
    maxBuffer: 1 << 28,
  }),
);
const packages = new Map(cargo.packages.map((one) => [one.id, one]));
const nodes = new Map(cargo.resolve.nodes.map((node) => [node.id, node]));
const app = cargo.packages.find((one) => one.name === "app");

/** Returns the ids of the packages that are linked into the server; build scripts and tests have others. */
function linked() {
  const found = new Set();
  const waiting = [app.id];
  while (waiting.length > 0) {
    const id = waiting.pop();
    if (found.has(id)) continue;
    found.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      if (dep_kinds.some(({ kind }) => kind === null)) waiting.push(pkg);
    }
  }
  return [...found];
}

const hashes = new Map(
  [
    ...readFileSync(join(root, "Cargo.lock"), "utf8").matchAll(
      /name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"/g,
    ),
  ].map(([, name, version, checksum]) => [`${name}@${version}`, checksum]),
);

const licensesOf = (expression) =>
  expression ? { licenses: [{ expression: expression.replaceAll("/", " OR ") }] } : {};

function crate({ name, version, license, source }) {
  const purl = `pkg:cargo/${name}@${encodeURIComponent(version)}`;
  const checksum = hashes.get(`${name}@${version}`);
  return {
    type: source === null ? "application" : "library",
    "bom-ref": purl,
    name,
    version,
    ...licensesOf(license),
    ...(checksum ? { hashes: [{ alg: "SHA-256", content: checksum }] } : {}),
    purl,
  };
}

/** Returns the packages of the web client's `dependencies`, and what those need. */
function webPackages() {
  const { packages: locked } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(locked)
    .filter(
      ([path, one]) =>
        path.includes("node_modules/") && !one.dev && !one.link && !one.optional && one.version,
    )
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      const purl = `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
      return { type: "library", "bom-ref": purl, name, version, ...licensesOf(license), purl };
    });
}

const crates = linked()
  .map((id) => packages.get(id))
  .filter(({ source }) => source !== null)
  .map(crate);
const byRef = new Map([...crates, ...webPackages()].map((one) => [one["bom-ref"], one]));
const components = [...byRef.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
const digest = createHash("sha256").update(JSON.stringify(components)).digest("hex");
const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-5$3-8$4-$5");

const { version } = app;
const bom = {
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  serialNumber: `urn:uuid:${uuid}`,
  version: 1,
  metadata: {
    component: {
      type: "application",
      "bom-ref": "ensemble",
      name: "ensemble",
      version,
      ...licensesOf("Apache-2.0"),
    },
  },
  components,
};
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);

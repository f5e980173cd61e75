// Writes a new area that works: a server crate, a client folder, texts in all locales, tests, and the lines that register it.
//
// Usage: scripts/new-area NAME [TITLE] [--sentence "§4 …"]. The server half is a copy of tools/new-area/server, a crate of the
// workspace that is tested with the others; the client half is a copy of tools/new-area/client.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const templates = join(dirname(fileURLToPath(import.meta.url)), "new-area");
const LOCALES = ["en", "ar", "zh-CN"];
const PROBLEMS = {
  en: { not_found: "There is no such item", title_invalid: "Please enter a title of at most 200 characters" },
  ar: { not_found: "لا يوجد عنصر كهذا", title_invalid: "يُرجى إدخال عنوان لا يزيد على 200 حرف" },
  "zh-CN": { not_found: "没有这个条目", title_invalid: "请输入不超过 200 个字符的标题" },
};

const { name, title, sentences, root } = readArguments(process.argv.slice(2));
const pascal = name.split("_").map(capital).join("");
const migration = nextMigration();

copyTemplate("server", `server/features/${name}`);
copyTemplate("client", `clients/features/${name}`);
writeTexts();
registerServer();
registerClient();
addSentences();
console.log(`wrote the area ${name}: server/features/${name}, clients/features/${name}`);

function readArguments(given) {
  const rest = [];
  const sentences = [];
  let root = process.cwd();
  for (let at = 0; at < given.length; at += 1) {
    if (given[at] === "--sentence") sentences.push(given[++at]);
    else if (given[at] === "--root") root = given[++at];
    else rest.push(given[at]);
  }
  const [name, title] = rest;
  if (!/^[a-z][a-z]*(_[a-z]+)*$/.test(name ?? ""))
    fail("NAME is words of lower-case letters, with underscores between them");
  if (existsSync(join(root, `server/features/${name}`))) fail(`there is an area ${name}`);
  const wrong = sentences.find((sentence) => !/^§\d+ \S/.test(sentence));
  if (wrong) fail(`"${wrong}": write a section and a sentence of the specification, "§4 …"`);
  return { name, title: title ?? capital(name.replaceAll("_", " ")), sentences, root };
}

function fail(message) {
  console.error(`new-area: ${message}`);
  process.exit(2);
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

/** Returns a migration's id that is later than all others. */
function nextMigration() {
  const lock = readFileSync(join(root, "server/app/migrations.lock"), "utf8");
  const ids = [...lock.matchAll(/ (\d{8})_(\d{4})_/g)].map(([, day, number]) => `${day}_${number}`);
  const [day, number] = ids.toSorted().at(-1).split("_");
  const today = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  return today > day ? `${today}_0100` : `${day}_${String(Number(number) + 1).padStart(4, "0")}`;
}

function copyTemplate(kind, folder) {
  const target = join(root, folder);
  cpSync(join(templates, kind), target, { recursive: true });
  for (const path of filesIn(target)) {
    writeFileSync(path, named(readFileSync(path, "utf8")));
    const renamed = named(path.slice(target.length));
    if (join(target, renamed) !== path) renameSync(path, join(target, renamed));
  }
}

/** Returns a text of the template with the area's name in place of the sample's. */
function named(text) {
  return text
    .replaceAll("20261126_2400_sample", `${migration}_${name}`)
    .replaceAll("Sample", pascal)
    .replaceAll("sample", name);
}

function filesIn(folder) {
  return readdirSync(folder).flatMap((entry) => {
    const path = join(folder, entry);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

function writeTexts() {
  for (const locale of LOCALES) {
    const texts = readFileSync(join(templates, "texts", `${locale}.json`), "utf8").replace(
      "{{title}}",
      title,
    );
    writeFileSync(join(root, `clients/i18n/locales/${locale}/${name}.json`), texts);
    const problems = Object.entries(PROBLEMS[locale]).map(([key, text]) => [`${name}.${key}`, text]);
    writeFileSync(
      join(root, `clients/i18n/locales/${locale}/problems/${name}.json`),
      `${JSON.stringify(Object.fromEntries(problems), null, 2)}\n`,
    );
  }
}

function registerServer() {
  const path = `server/features/${name}`;
  edit("Cargo.toml", (file) =>
    addSorted(file, /^\w+ = \{ path = "server\/features\/\w+" \}$/, `${name} = { path = "${path}" }`),
  );
  edit("server/app/Cargo.toml", (file) =>
    file.replace(
      /(\[dependencies\]\n)((?:.+\n)*)/,
      (_, head, lines) => head + sorted(`${lines}${name}.workspace = true\n`),
    ),
  );
  edit("server/app/src/areas.rs", (file) =>
    file.replace(/(\n {8}runs::area\(\),)/, `\n        ${name}::area(services),$1`),
  );
}

function registerClient() {
  const line = `export { area as ${camel(name)} } from "@ensemble/feature-${name}/area";`;
  edit("clients/web/src/areas-list.ts", (file) => addSorted(file, /^export \{ area as \w+ \}/, line));
  edit("clients/web/package.json", (file) =>
    addSorted(file, /^ {4}"@ensemble\/feature-/, `    "@ensemble/feature-${name}": "*",`),
  );
  lockPackage();
}

/** Adds the package to the lock file, as `npm install` would. */
function lockPackage() {
  edit("package-lock.json", (file) => {
    const lock = JSON.parse(file);
    const own = JSON.parse(readFileSync(join(root, `clients/features/${name}/package.json`), "utf8"));
    const { version, license, dependencies } = own;
    lock.packages[`clients/features/${name}`] = { name: own.name, version, license, dependencies };
    lock.packages[`node_modules/${own.name}`] = { resolved: `clients/features/${name}`, link: true };
    const web = lock.packages["clients/web"];
    web.dependencies = inOrder({ ...web.dependencies, [own.name]: "*" });
    lock.packages = inOrder(lock.packages);
    return `${JSON.stringify(lock, null, 2)}\n`;
  });
}

/** Returns an object with its keys in npm's order. */
function inOrder(entries) {
  return Object.fromEntries(
    Object.entries(entries).toSorted(([one], [other]) => one.localeCompare(other, "en")),
  );
}

function camel(words) {
  return words.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}

/** Quotes sentences of the specification above the first test, and lists them. */
function addSentences() {
  if (sentences.length === 0) return;
  const rows = sentences.map((sentence) => sentence.replace(/^(§\d+) /, `$1 | ${name} | `));
  edit("docs/spec-sentences.txt", (file) => `${file.trimEnd()}\n${rows.join("\n")}\n`);
  const quotes = sentences.map(
    (sentence) => `    // spec ${sentence.replace(/^(§\d+) (.*)$/, '$1: "$2"')}\n`,
  );
  edit(`server/features/${name}/tests/http.rs`, (file) =>
    file.replace("for_each_store! {\n", `for_each_store! {\n${quotes.join("")}`),
  );
}

function edit(file, change) {
  const path = join(root, file);
  const before = readFileSync(path, "utf8");
  const after = change(before);
  if (after === before) fail(`${file} has no place for the area's line`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, after);
}

/** Adds a line to the lines like it, in their order. */
function addSorted(file, like, line) {
  const lines = file.split("\n");
  const after = lines.findLastIndex((other) => like.test(other) && other < line);
  const first = lines.findIndex((other) => like.test(other));
  if (first < 0) return file;
  lines.splice(after < 0 ? first : after + 1, 0, line);
  return lines.join("\n");
}

function sorted(lines) {
  return `${lines.trimEnd().split("\n").toSorted().join("\n")}\n`;
}

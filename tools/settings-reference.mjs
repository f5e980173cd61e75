// Writes docs/operations/settings-reference.md: every setting with its default, its variable and what it does, from the comments
// of ensemble.default.toml. With --check the page is compared instead of written.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../..");
const page = join(root, "docs/operations/settings-reference.md");
const lines = readFileSync(join(root, "server/app/ensemble.default.toml"), "utf8").split("\n");
const inApp = new Set(JSON.parse(readFileSync(join(root, "contract/server-settings.json"), "utf8")));

const HEAD = `# Every setting

Generated from \`server/app/ensemble.default.toml\` by \`npm run settings-reference\`. [settings.md](settings.md) says where settings
are written and which layer counts. Settings marked “in the app” can be changed under Settings → This server → Configuration while
the server runs; of those, a changed file counts after \`systemctl reload\` (SIGHUP) too, as \`log.filter\` does.
`;

const asMarkdown = (text) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
const variable = (key) => `ENSEMBLE__${key.replaceAll(".", "__").toUpperCase()}`;

/** Examples in comments are indented: they stay lines of code. */
function prose(comments) {
  const parts = [];
  for (const comment of comments) {
    const isCode = /^ {2,}/.test(comment) || /^[a-z_]+ = /.test(comment) || /^\[.+\]$/.test(comment.trim());
    const last = parts.at(-1);
    if (last && last.isCode === isCode) last.lines.push(comment);
    else parts.push({ isCode, lines: [comment] });
  }
  return parts.map(({ isCode, lines }) =>
    isCode ? `\n\`\`\`toml\n${lines.join("\n")}\n\`\`\`\n` : asMarkdown(lines.join(" ").trim()),
  );
}

let section = "";
let comments = [];
const out = [HEAD];
for (const line of lines) {
  const heading = /^\[([a-z_.]+)\]$/.exec(line);
  const setting = /^([a-z_]+) = (.+)$/.exec(line);
  if (line.startsWith("#")) comments.push(line.replace(/^# ?/, ""));
  if (line === "") {
    // The page's own head says what the file's head does.
    if (section !== "" && comments.length > 0) out.push(`${prose(comments).join("\n")}\n`);
    comments = [];
  }
  if (heading) {
    [, section] = heading;
    out.push(`## \`[${section}]\`\n`);
    if (comments.length > 0) out.push(`${prose(comments).join("\n")}\n`);
    comments = [];
  } else if (setting) {
    const [, name, value] = setting;
    const key = `${section}.${name}`;
    const where = inApp.has(key) ? ", in the app" : "";
    const text = prose(comments).join("\n");
    out.push(
      `### \`${key}\`\n\nDefault \`${value}\`; \`${variable(key)}\`${where}.\n${text ? `\n${text}\n` : ""}`,
    );
    comments = [];
  }
}
const wanted = `${out
  .join("\n")
  .replaceAll(/\n{3,}/g, "\n\n")
  .trim()}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(page, wanted);
} else if (readFileSync(page, "utf8") !== wanted) {
  console.error(
    "docs/operations/settings-reference.md is stale: run `npm run settings-reference` and commit the result",
  );
  process.exit(1);
}

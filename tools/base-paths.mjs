// Checks that nobody forgets that a server may lie under a path of its host (`server.base_url`): an address that begins with a
// slash leads to the root of the host. In the clients `onServer`, `pathOnServer` and `href` know the path; on the server,
// `api::public_url` and `Services::page`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../..");

/** A slash that begins a path: `"/x`, not `"//x` and not the division or the end of a text. */
const PATH = "[\"'`]/(?!/)";
/** Scripts of the web client, and what it shares with other clients. */
const SCRIPTS = /^clients\/(?:blocks|contract|features|host|ui|web\/src)\/.*\.tsx?$/;
/** Files whose `location` is the router's, which has no path of the server. */
const OF_ROUTER = /^clients\/web\/src\/(?:router|routes)\.tsx$/;

const RULES = [
  {
    files: /^clients\/(?:blocks|features|host|ui|web\/src)\/.*\.tsx?$/,
    found: new RegExp(`\\b(?:href|src|srcSet|action|formAction|poster)=\\{?\\s*${PATH}`, "g"),
    instead: "onServer(…), or AppLink for pages",
  },
  {
    files: SCRIPTS,
    found: new RegExp(
      `\\b(?:fetch|open|openWindow|Worker|location\\.(?:assign|replace)|Response\\.redirect)\\(\\s*${PATH}`,
      "g",
    ),
    instead: "onServer(…)",
  },
  {
    files: SCRIPTS,
    found: new RegExp(`\\.(?:src|href|action) = ${PATH}`, "g"),
    instead: "onServer(…)",
  },
  {
    files: SCRIPTS,
    found: new RegExp(`(?<!onServer\\()${PATH}(?:assets|icons)/`, "g"),
    instead: "onServer(…)",
  },
  {
    files: SCRIPTS,
    found: new RegExp(
      `new URL\\(\\s*(?:[A-Z_]*PLACES\\.[^,\n]*|${PATH}[^,\n]*),\\s*(?:window\\.)?location\\b`,
      "g",
    ),
    instead: "new URL(href(…), location.href), or onServer(…)",
  },
  {
    files: SCRIPTS,
    except: OF_ROUTER,
    found: /(?<!pathOnServer\(|scope\.)(?:window\.)?\blocation\.pathname/g,
    instead: "pathOnServer(location.pathname)",
  },
  {
    files: SCRIPTS,
    found:
      /\b(?:getFile|putBytes|api\.(?:get|post|put|patch|delete))\(\s*(?:onServer|fileContentUrl|thumbnailUrl|draftUrl)\(/g,
    instead: "a path, such as fileContentPath(…): requests put the server's before it themselves",
  },
  {
    files: /^clients\/.*\.css$/,
    found: /\burl\(\s*["']?\/(?!\/)/g,
    instead: "an address relative to the style",
  },
  {
    files: /^server\/.*\/src\/.*\.rs$/,
    found: /base_url\s*\.(?:join\("\/|set_path\()/g,
    instead: "api::public_url(…) or Services::page(…)",
  },
];

const listed = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "clients", "server"],
  {
    cwd: root,
    encoding: "utf8",
  },
);
const files = listed.split("\n").filter((file) => file !== "" && !/\.test\.tsx?$|\/testing\b/.test(file));

let count = 0;
for (const file of files) {
  const rules = RULES.filter((rule) => rule.files.test(file) && !rule.except?.test(file));
  if (rules.length === 0) continue;
  const text = readFileSync(join(root, file), "utf8");
  for (const { found, instead } of rules) {
    for (const { index } of text.matchAll(found)) {
      const line = text.slice(0, index).split("\n").length;
      console.error(`${file}:${line}: leads to the root of the host; use ${instead}`);
      count += 1;
    }
  }
}
if (count > 0) process.exit(1);

// Runs `npm audit` and fails on each advisory for a package of package-lock.json that EXCEPTIONS does not give a reason for.
//
// npm has no database to keep: where the registry does not answer audits, the output says that nothing was checked.
import { spawnSync } from "node:child_process";

/** Advisories that do not concern us, with the reason: "GHSA-…": "only …". */
const EXCEPTIONS = {};

const { stdout } = spawnSync("npm", ["audit", "--json", "--fetch-retries=0", "--fetch-timeout=10000"], {
  encoding: "utf8",
  timeout: 30_000,
});

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function listAdvisories(report) {
  const advisories = Object.values(report.vulnerabilities).flatMap(({ via }) => via);
  // A text names the package through which the advisory applies: it is listed there.
  return advisories.filter((advisory) => typeof advisory !== "string");
}

const report = parse(stdout);
if (!report.vulnerabilities) {
  const reason = report.message ?? report.error?.summary ?? "no answer";
  console.log(`audit: ADVISORIES FOR npm PACKAGES WERE NOT CHECKED: ${reason.split(" - ")[0]}`);
} else {
  const open = listAdvisories(report).filter(({ url }) => !EXCEPTIONS[url.split("/").pop()]);
  for (const { name, range, severity, title, url } of open) {
    console.error(`error: ${name} ${range}: ${title} (${severity}), ${url}`);
  }
  const unused = Object.keys(EXCEPTIONS).filter((id) => !stdout.includes(id));
  for (const id of unused) console.error(`error: the exception ${id} concerns nothing any more`);
  console.log(`audit: ${report.metadata.dependencies.total} npm packages, ${open.length} advisories`);
  process.exitCode = open.length + unused.length > 0 ? 1 : 0;
}

import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "./program.ts";

interface Engine {
  id: string;
  hosts: string[];
  paths: string[];
}

/**
 * Writes our list of search engines with those of `paths` on this computer, as an operator can configure it.
 */
export async function moveEngines(file: string, paths: Readonly<Record<string, string>>): Promise<void> {
  const ours = readFileSync(join(repository, "contract/search-engines.json"), "utf8");
  const list = JSON.parse(ours) as { engines: Engine[] };
  const engines = list.engines.flatMap((engine) => {
    const path = paths[engine.id];
    return path ? [{ ...engine, hosts: ["127.0.0.1"], paths: [path] }] : [];
  });
  await writeFile(file, JSON.stringify({ version: 2, engines }));
}

import { onServer, pathOnServer } from "@ensemble/contract/base-path";
import { build, scope } from "./scope";

const PREFIX = `ensemble${onServer("")}-files-`;
const CURRENT = PREFIX + build.version;
/** Number of versions whose files are kept, in the order of the cache names. */
const KEPT_VERSIONS = 2;

/** Returns true for the program's files: their names contain a content hash, so a cached one is current. */
export const isFile = (url: URL): boolean => /^\/assets\//.test(pathOnServer(url.pathname));

/** Caches the files needed to read conversations. */
export async function keepFiles(): Promise<void> {
  const cache = await caches.open(CURRENT);
  await Promise.all(build.needed.map(onServer).map(async (file) => cache.put(file, await fetched(file))));
}

/** Caches files that the page loaded before this worker was active: its language's texts, fonts. */
export async function keepLoaded(files: readonly unknown[]): Promise<void> {
  const cache = await caches.open(CURRENT);
  const ours = files.filter(
    (file): file is string => typeof file === "string" && isFile(new URL(file, scope.location.origin)),
  );
  for (const file of ours) {
    if (await caches.match(file, { ignoreVary: true })) continue;
    await cache.put(file, await fetched(file));
  }
}

/** Serves a file from the cache, or from the network and caches it. */
export async function answerFile(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && response.type === "basic") {
    const copy = response.clone();
    const cache = await caches.open(CURRENT);
    // A full disk is no reason to withhold the file.
    await cache.put(request, copy).catch(() => undefined);
  }
  return response;
}

/** Deletes old files. Those of the previous version stay, because windows may still use them. */
export async function dropOldFiles(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CURRENT);
  // Caches are listed in order of creation.
  for (const name of versions.slice(0, Math.max(0, versions.length - KEPT_VERSIONS + 1))) {
    await caches.delete(name);
  }
}

async function fetched(file: string): Promise<Response> {
  const response = await fetch(file, { credentials: "omit" });
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response;
}

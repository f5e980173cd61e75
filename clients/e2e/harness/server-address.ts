import type { Page } from "@playwright/test";

/** Paths of the servers under their hosts, by origin. */
const paths = new Map<string, string>();

/** Records a server's path under its host. */
export function notePath(address: string): void {
  const { origin, pathname } = new URL(address);
  paths.set(origin, pathname.replace(/\/$/, ""));
}

/** Returns the address of the server that the page shows. */
export function serverOf(page: Page): string {
  const { origin } = new URL(page.url());
  return origin + (paths.get(origin) ?? "");
}

const BROWSERS: readonly [mark: string, name: string][] = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Vivaldi/", "Vivaldi"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
];

const SYSTEMS: readonly [mark: string, name: string][] = [
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
];

/**
 * Returns the name of the extension in the person's list of devices: `Chrome extension on Linux`. The server
 * names other devices in the same way, so it is not translated.
 */
export function deviceName(agent: string): string {
  const find = (table: readonly [string, string][]) => table.find(([mark]) => agent.includes(mark))?.[1];
  const browser = find(BROWSERS) ?? "Browser";
  const system = find(SYSTEMS);
  return system ? `${browser} extension on ${system}` : `${browser} extension`;
}

import { PAGE_FEATURES, type PageFeatureId } from "./feature";

/** Key in the browser's storage. */
export const PAGE_SETTINGS_KEY = "pages";

/**
 * A person's settings for web pages, version 1. A change of the format needs the next version number, a
 * migration in `readSettings` and an example in its test.
 */
export interface PageSettings {
  version: 1;
  /** True if the extension runs on every page that the browser permits. */
  everywhere: boolean;
  /** Hosts on which it runs, if not everywhere. */
  hosts: readonly string[];
  /** Features that are off, by host. */
  off: Readonly<Record<string, readonly PageFeatureId[]>>;
  /** Features that are off everywhere. */
  disabled: readonly PageFeatureId[];
  /** Options of each feature in its own format. */
  options: Readonly<Partial<Record<PageFeatureId, unknown>>>;
}

export const FIRST_SETTINGS: PageSettings = {
  version: 1,
  everywhere: false,
  hosts: [],
  off: {},
  disabled: [],
  options: {},
};

const isFeature = (id: unknown): id is PageFeatureId => PAGE_FEATURES.includes(id as PageFeatureId);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const featuresIn = (value: unknown) => (Array.isArray(value) ? value.filter(isFeature) : []);

/** Parses stored settings of any shape. */
export function readSettings(stored: unknown): PageSettings {
  if (!isRecord(stored) || stored.version !== 1) return FIRST_SETTINGS;
  const { everywhere, hosts, off, disabled, options } = stored;
  return {
    version: 1,
    everywhere: everywhere === true,
    hosts: Array.isArray(hosts) ? hosts.filter((host) => typeof host === "string") : [],
    off: isRecord(off)
      ? Object.fromEntries(Object.entries(off).map(([host, ids]) => [host, featuresIn(ids)]))
      : {},
    disabled: featuresIn(disabled),
    options: isRecord(options) ? options : {},
  };
}

/** Returns true if the person allowed the extension to run on `host`. */
export const runsOn = ({ everywhere, hosts }: PageSettings, host: string): boolean =>
  everywhere || hosts.includes(host);

/** Returns the enabled features on `host`. */
export const featuresOn = (settings: PageSettings, host: string): PageFeatureId[] =>
  PAGE_FEATURES.filter((id) => !switchedOff(settings, host, id));

/** Features that depend on another one: the toolbar opens the quick panel. */
const NEEDS: Readonly<Partial<Record<PageFeatureId, PageFeatureId>>> = { toolbar: "selection" };

/** Returns true if a feature is switched off on `host`; null: the browser does not reveal the page. */
export function switchedOff(settings: PageSettings, host: string | null, feature: PageFeatureId): boolean {
  const { disabled, off } = settings;
  const needed = NEEDS[feature];
  return (
    disabled.includes(feature) ||
    (host !== null && (off[host] ?? []).includes(feature)) ||
    (needed !== undefined && switchedOff(settings, host, needed))
  );
}

/** Returns settings with a feature on or off on one host. */
export function switchOnHost(
  settings: PageSettings,
  { host, feature, on }: { host: string; feature: PageFeatureId; on: boolean },
): PageSettings {
  const rest = (settings.off[host] ?? []).filter((id) => id !== feature);
  const { [host]: _, ...others } = settings.off;
  const ids = on ? rest : [...rest, feature];
  return { ...settings, off: ids.length > 0 ? { ...others, [host]: ids } : others };
}

/** Returns settings with a feature on or off everywhere. */
export function switchEverywhere(settings: PageSettings, feature: PageFeatureId, on: boolean): PageSettings {
  const rest = settings.disabled.filter((id) => id !== feature);
  return { ...settings, disabled: on ? rest : [...rest, feature] };
}

/** Pattern for any page: requested for use on all sites, or if the browser does not reveal the open page. */
export const ANY_PAGE: readonly string[] = ["http://*/*", "https://*/*"];

/** Returns the URL patterns of pages with the resident script. */
export function patternsOf({ everywhere, hosts }: PageSettings): string[] {
  if (everywhere) return [...ANY_PAGE];
  return hosts.flatMap((host) => [`http://${host}/*`, `https://${host}/*`]);
}

import { PAGE_FEATURES, type PageConfig } from "../../page-features/feature";
import { featuresOn, runsOn, switchedOff } from "../../page-features/settings";
import { readConnection } from "../connection";
import type { PageSender } from "./answer-page";
import { readLook } from "./look";
import { readPageSettings } from "./stored-settings";

/**
 * Returns the configuration of a page. Nothing listens on sites that were not allowed, though a shortcut or
 * menu may still open the interface there; nor on the server's own pages, which have the same features.
 */
export async function pageConfig({ host, origin }: PageSender): Promise<PageConfig> {
  const [settings, connection, look] = await Promise.all([readPageSettings(), readConnection(), readLook()]);
  const ownOrigin = connection.server && new URL(connection.server).origin;
  return {
    ...look,
    signedIn: connection.token !== null,
    server: connection.server,
    features: origin !== ownOrigin && runsOn(settings, host) ? featuresOn(settings, host) : [],
    off: PAGE_FEATURES.filter((feature) => switchedOff(settings, host, feature)),
    options: settings.options,
  };
}

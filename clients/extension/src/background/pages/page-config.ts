import { PAGE_FEATURES, type PageConfig } from "../../page-features/feature";
import { featuresOn, runsOn, switchedOff } from "../../page-features/settings";
import { readConnection } from "../connection";
import type { PageSender } from "./answer-page";
import { readLook } from "./look";
import { readPageSettings } from "./stored-settings";

/**
 * How a page is set up. Nothing listens where nobody asked for it, though a key or a menu may open the interface there; nor on
 * the server's own pages, which can do the same.
 */
export async function pageConfig({ host, origin }: PageSender): Promise<PageConfig> {
  const [settings, connection, look] = await Promise.all([readPageSettings(), readConnection(), readLook()]);
  return {
    ...look,
    signedIn: connection.token !== null,
    server: connection.server,
    features: origin !== connection.server && runsOn(settings, host) ? featuresOn(settings, host) : [],
    off: PAGE_FEATURES.filter((feature) => switchedOff(settings, host, feature)),
    options: settings.options,
  };
}

import type { InterfaceFeature } from "./feature";

/** What can be seen in pages. A line for each feature. */
export const INTERFACE_FEATURES: readonly InterfaceFeature[] = [];

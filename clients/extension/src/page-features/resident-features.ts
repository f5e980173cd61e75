import type { ResidentFeature } from "./feature";

/** What listens in pages, in this order. A line for each feature that needs to. */
export const RESIDENT_FEATURES: readonly ResidentFeature[] = [];

import type { PowerupState } from "./operations";

/** Badge colors of states. */
export const STATE_TONES: Record<PowerupState, "neutral" | "accent" | "success" | "warning" | "danger"> = {
  unpublished: "neutral",
  auditing: "accent",
  audit_rejected: "warning",
  shared: "success",
  unshared: "neutral",
  deleted: "danger",
  removed: "danger",
};

import type { ToolInfo } from "../wire";

/** True if a tool works without a selection by hand. */
export const isAvailable = ({ is_installed, weights_need }: ToolInfo): boolean =>
  is_installed || weights_need !== "required";

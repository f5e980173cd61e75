import type { ImageToolInfo } from "@ensemble/contract/wire";

/** True if a tool works without a selection by hand. */
export const isAvailable = ({ is_installed, weights_need }: ImageToolInfo): boolean =>
  is_installed || weights_need !== "required";

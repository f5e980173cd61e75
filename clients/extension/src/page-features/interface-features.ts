import { searchInterface } from "../search-assistant/interface";
import { translationInterface } from "../translation/interface";
import { writingInterface } from "../writing/interface";
import { avatarInterface } from "./avatar/interface";
import type { InterfaceFeature } from "./feature";
import { selectionInterface } from "./selection/interface";

/** Features with an interface in pages, one line each. */
export const INTERFACE_FEATURES: readonly InterfaceFeature[] = [
  selectionInterface,
  avatarInterface,
  translationInterface,
  searchInterface,
  writingInterface,
];

import { searchInterface } from "../search-assistant/interface";
import { translationInterface } from "../translation/interface";
import { writingInterface } from "../writing/interface";
import { avatarInterface } from "./avatar/interface";
import type { InterfaceFeature } from "./feature";
import { selectionInterface } from "./selection/interface";

/** What can be seen in pages. A line for each feature. */
export const INTERFACE_FEATURES: readonly InterfaceFeature[] = [
  selectionInterface,
  avatarInterface,
  translationInterface,
  searchInterface,
  writingInterface,
];

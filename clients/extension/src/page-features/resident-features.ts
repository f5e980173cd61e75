import { searchResident } from "../search-assistant/resident";
import { translationResident } from "../translation/resident";
import { writingResident } from "../writing/resident";
import { avatarResident } from "./avatar/resident";
import type { ResidentFeature } from "./feature";
import { toolbarResident } from "./selection/resident";

/** What listens in pages, in this order. A line for each feature that needs to. */
export const RESIDENT_FEATURES: readonly ResidentFeature[] = [
  toolbarResident,
  avatarResident,
  translationResident,
  searchResident,
  writingResident,
];

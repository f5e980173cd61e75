import { searchResident } from "../search-assistant/resident";
import { translationResident } from "../translation/resident";
import { writingResident } from "../writing/resident";
import { avatarResident } from "./avatar/resident";
import type { ResidentFeature } from "./feature";
import { toolbarResident } from "./selection/resident";

/** Resident halves in the order in which they start, one line each. */
export const RESIDENT_FEATURES: readonly ResidentFeature[] = [
  toolbarResident,
  avatarResident,
  translationResident,
  searchResident,
  writingResident,
];

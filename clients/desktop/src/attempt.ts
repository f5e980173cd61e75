import type { Refusal } from "./native";

/** Attempt to open a server (by id, this computer, or a typed address), with its error if it failed. */
export interface Attempt {
  target: string;
  refusal: Refusal | null;
}

/** Targets of attempts that are no server of the list. */
export const THIS_COMPUTER = "this computer";
export const NEW_ADDRESS = "new address";

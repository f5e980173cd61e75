import type { Message } from "@ensemble/contract/wire";
import type { Batch } from "../branches/message-tree";

/** A message of the branch that is read, with its versions. */
export interface MessageRowProps {
  message: Message;
  pending: "sending" | "waiting" | null;
  /** Number of this version. */
  version: number;
  versions: readonly Message[];
  /** Answers of several models at once, if this is one of them. */
  batch: Batch | null;
  /** The answers to the same message as merged answers number them, from 1. */
  numbered: readonly Message[];
  /** True if it ends the branch. */
  last: boolean;
}

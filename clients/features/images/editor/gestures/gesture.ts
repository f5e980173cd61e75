import type { Point } from "../model/matrix";

/** Place of a pointer in the document, with the keys that are held. */
export interface Press {
  point: Point;
  shiftKey: boolean;
  altKey: boolean;
}

/** Movement of a pointer from its press to its release. */
export interface Gesture {
  move(press: Press): void;
  end(): void;
  /** Ends it without an effect: a second finger, the Escape key. */
  cancel(): void;
}

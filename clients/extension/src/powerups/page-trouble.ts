import type { Closed } from "../panel/page/closed-page";

/** Reason why a PowerUP does not run on the page beside the panel. */
export type Trouble =
  | { kind: "changed" | "no_selection" | "empty" | "wrong_site" }
  /** The browser keeps the page from the extension. */
  | ({ kind: "closed" } & Closed);

/** Error of a run that did not begin, because of the page. Nothing was sent. */
export class PageTrouble extends Error {
  constructor(readonly trouble: Trouble) {
    super(trouble.kind);
  }
}

/** The person did not approve sending. */
export class NotSent extends Error {}

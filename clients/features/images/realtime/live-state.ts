/** Numbers of images after which a live session pauses. */
export const CAPS = [5, 10, 20, 50] as const;
export const INITIAL_CAP = 10;

/** A live session: an image is made again whenever what is asked for has changed. */
export interface LiveState {
  phase: "off" | "live";
  /** Key of the request that was made last, or is being made. */
  key: string | null;
  isBusy: boolean;
  /** Number of images that were asked for since the start. */
  runs: number;
  /** Credits charged since the start. */
  spent: number;
  /** Number of images after which it pauses. */
  cap: number;
}

export const NOT_LIVE: LiveState = {
  phase: "off",
  key: null,
  isBusy: false,
  runs: 0,
  spent: 0,
  cap: INITIAL_CAP,
};

export type LiveEvent =
  | { type: "start"; cap: number }
  | { type: "stop" }
  | { type: "begin"; key: string }
  | { type: "made"; charged: number }
  | { type: "failed" };

export function nextLive(state: LiveState, event: LiveEvent): LiveState {
  switch (event.type) {
    case "start":
      return { ...NOT_LIVE, phase: "live", cap: event.cap };
    case "stop":
      return { ...state, phase: "off", isBusy: false };
    case "begin":
      return { ...state, key: event.key, isBusy: true, runs: state.runs + 1 };
    case "made":
      return { ...state, isBusy: false, spent: state.spent + event.charged };
    // What failed once would fail, and perhaps cost, again with every change.
    case "failed":
      return { ...state, phase: "off", isBusy: false };
  }
}

/** True if all images of a session were made. */
export const isCapped = ({ phase, runs, cap, isBusy }: LiveState): boolean =>
  phase === "live" && runs >= cap && !isBusy;

/** True if an image is to be made for a request. Null: nothing is asked for. */
export const isDue = (state: LiveState, wanted: string | null): boolean =>
  state.phase === "live" &&
  !state.isBusy &&
  state.runs < state.cap &&
  wanted !== null &&
  wanted !== state.key;

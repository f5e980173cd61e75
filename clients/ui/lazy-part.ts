import { startTransition, useEffect, useState } from "react";

/** Lazily loaded part of the program, with preloading. */
export interface LazyPart<Piece> {
  /** Loaded part. */
  readonly here: Piece | null;
  /** Loads it, again after a failure. */
  load(): Promise<Piece>;
  /** Preloads it: on hover of the control that opens it, or when the page is idle. */
  preload(): void;
}

export function lazyPart<Piece>(ask: () => Promise<Piece>): LazyPart<Piece> {
  let here: Piece | null = null;
  let coming: Promise<Piece> | null = null;
  const load = () => {
    coming ??= ask().then(
      (piece) => {
        here = piece;
        return piece;
      },
      (error: unknown) => {
        coming = null;
        throw error;
      },
    );
    return coming;
  };
  return {
    get here() {
      return here;
    },
    load,
    // Whoever needs it loads it again and gets the error.
    preload: () => void load().catch(() => undefined),
  };
}

/** First and maximum delay before a failed load is retried. */
const AGAIN_MS = 2_000;
const AGAIN_AT_MOST_MS = 300_000;

/** Retries optional code until it loads, for example during a server restart, without showing an error. */
export const retryUntilLoaded =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  async () => {
    for (let pause = AGAIN_MS; ; pause = Math.min(2 * pause, AGAIN_AT_MOST_MS)) {
      try {
        return await load();
      } catch (error) {
        console.warn("code did not come, and is asked for again", error);
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  };

/**
 * Returns a lazily loaded part: null until it is loaded. Unlike a suspended component it renders at once, giving
 * way to input; React delays suspended content by up to 300 ms.
 */
export function useLazyPart<Piece>(what: LazyPart<Piece>): Piece | null {
  const [state, setState] = useState<{ piece: Piece | null; error?: unknown }>({ piece: what.here });
  useEffect(() => {
    if (!what.here) {
      what.load().then(
        (piece) => startTransition(() => setState({ piece })),
        (error: unknown) => setState({ piece: null, error }),
      );
    }
  }, [what]);
  if (state.error !== undefined) throw state.error;
  return state.piece;
}

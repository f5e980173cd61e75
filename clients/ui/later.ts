import { useEffect, useState } from "react";

/** A piece of the program that is loaded when it is first needed, or shortly before. */
export interface Later<Piece> {
  /** The piece, once it has come. */
  readonly here: Piece | null;
  /** Loads it, again after a failure. */
  load(): Promise<Piece>;
  /** Preloads it: on hover of the control that opens it, or when the page is idle. */
  warm(): void;
}

export function later<Piece>(ask: () => Promise<Piece>): Later<Piece> {
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
    // Whoever needs it asks again, and is told why it does not come.
    warm: () => void load().catch(() => undefined),
  };
}

/** The first pause before code that did not come is asked for again, and the longest. */
const AGAIN_MS = 2_000;
const AGAIN_AT_MOST_MS = 300_000;

/**
 * Code that pages can do without: while it does not come, as when the server starts anew in that moment, it is asked for
 * again and again. Nobody is told, and no page breaks.
 */
export const untilItComes =
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
 * The piece for a component that is drawn without it meanwhile: null until it has come. Unlike a suspended component it
 * is drawn in the moment it comes; React shows what was suspended up to 300 ms later.
 */
export function useLater<Piece>(what: Later<Piece>): Piece | null {
  const [state, setState] = useState<{ piece: Piece | null; error?: unknown }>({ piece: what.here });
  useEffect(() => {
    if (!what.here) {
      what.load().then(
        (piece) => setState({ piece }),
        (error: unknown) => setState({ piece: null, error }),
      );
    }
  }, [what]);
  if (state.error !== undefined) throw state.error;
  return state.piece;
}

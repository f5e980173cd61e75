import { useEffect, useState } from "react";

/** A piece of the program that is loaded when it is first needed, or shortly before. */
export interface Later<Piece> {
  /** The piece, once it has come. */
  readonly here: Piece | null;
  /** Asks for it, again where asking failed. */
  load(): Promise<Piece>;
  /** Asks for it ahead of need: by who points at what opens it, or by a page that has nothing else to do. */
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

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

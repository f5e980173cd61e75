export interface Piece {
  start: number;
  text: string;
  marked: boolean;
}

/** Splits a snippet at its marks (half-open ranges of UTF-16 code units). Invalid ranges are ignored. */
export function markedPieces(snippet: string, marks: readonly (readonly [number, number])[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [start, end] of [...marks].sort(([a], [b]) => a - b)) {
    if (start < at || end <= start || end > snippet.length) continue;
    if (start > at) pieces.push({ start: at, text: snippet.slice(at, start), marked: false });
    pieces.push({ start, text: snippet.slice(start, end), marked: true });
    at = end;
  }
  if (at < snippet.length) pieces.push({ start: at, text: snippet.slice(at), marked: false });
  return pieces;
}

import { markedPieces, type Piece } from "../passages/marked-pieces";

/** Splits a text at quotes that occur in it verbatim. */
export function piecesAt(text: string, quotes: readonly string[]): Piece[] {
  const marks = quotes.flatMap((quote): [number, number][] => {
    const start = text.indexOf(quote);
    return start < 0 || quote === "" ? [] : [[start, start + quote.length]];
  });
  return markedPieces(text, marks);
}

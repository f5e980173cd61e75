import { markedPieces, type Piece } from "../passages/marked-pieces";

/** A text cut at the quotes that stand in it word for word. */
export function piecesAt(text: string, quotes: readonly string[]): Piece[] {
  const marks = quotes.flatMap((quote): [number, number][] => {
    const start = text.indexOf(quote);
    return start < 0 || quote === "" ? [] : [[start, start + quote.length]];
  });
  return markedPieces(text, marks);
}

import tsx from "@shikijs/langs/tsx";

/** Highlights TypeScript as TSX, which lacks only an old form of casts. */
export default tsx.map((grammar) =>
  grammar.name === "tsx" ? { ...grammar, name: "typescript", aliases: ["ts"] } : grammar,
);

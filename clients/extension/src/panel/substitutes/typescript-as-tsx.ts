import tsx from "@shikijs/langs/tsx";

/** TypeScript in the colours of TSX, which has all of it but an old form of casts. */
export default tsx.map((grammar) =>
  grammar.name === "tsx" ? { ...grammar, name: "typescript", aliases: ["ts"] } : grammar,
);

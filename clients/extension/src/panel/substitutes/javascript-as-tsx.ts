import tsx from "@shikijs/langs/tsx";

/** JavaScript in the colours of TSX, which has all of it. Other grammars know it by its scope. */
export default tsx.map((grammar) =>
  grammar.name === "tsx"
    ? { ...grammar, name: "javascript", scopeName: "source.js", aliases: ["js", "cjs", "mjs"] }
    : grammar,
);

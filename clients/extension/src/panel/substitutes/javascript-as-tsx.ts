import tsx from "@shikijs/langs/tsx";

/** Highlights JavaScript as TSX, a superset. Other grammars refer to it by its scope. */
export default tsx.map((grammar) =>
  grammar.name === "tsx"
    ? { ...grammar, name: "javascript", scopeName: "source.js", aliases: ["js", "cjs", "mjs"] }
    : grammar,
);

import javascript from "@shikijs/langs/javascript";

/** Highlights JSX as JavaScript, whose grammar supports it. */
export default javascript.map((grammar) =>
  grammar.name === "javascript" ? { ...grammar, name: "jsx", aliases: [] } : grammar,
);

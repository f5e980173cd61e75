import javascript from "@shikijs/langs/javascript";

/** JSX in the colours of JavaScript, whose grammar knows it. */
export default javascript.map((grammar) =>
  grammar.name === "javascript" ? { ...grammar, name: "jsx", aliases: [] } : grammar,
);

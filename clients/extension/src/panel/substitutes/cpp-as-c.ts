import c from "@shikijs/langs/c";

/** Highlights C++ as C, because its own grammar is the largest of all. */
export default c.map((grammar) => (grammar.name === "c" ? { ...grammar, name: "cpp" } : grammar));

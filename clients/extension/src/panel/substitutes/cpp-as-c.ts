import c from "@shikijs/langs/c";

/** C++ in the colours of C: its own grammar is the largest of all. */
export default c.map((grammar) => (grammar.name === "c" ? { ...grammar, name: "cpp" } : grammar));

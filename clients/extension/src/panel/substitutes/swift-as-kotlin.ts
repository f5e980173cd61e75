import kotlin from "@shikijs/langs/kotlin";

/** Highlights Swift as Kotlin, whose words are nearly the same. */
export default kotlin.map((grammar) =>
  grammar.name === "kotlin" ? { ...grammar, name: "swift", scopeName: "source.swift", aliases: [] } : grammar,
);

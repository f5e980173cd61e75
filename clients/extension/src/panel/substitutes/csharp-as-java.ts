import java from "@shikijs/langs/java";

/** Highlights C# as Java, from which it comes. */
export default java.map((grammar) =>
  grammar.name === "java"
    ? { ...grammar, name: "csharp", scopeName: "source.cs", aliases: ["c#", "cs"] }
    : grammar,
);

const CODE =
  /(^ {0,3}(?:`{3,}|~{3,})[\s\S]*?(?:^ {0,3}(?:`{3,}|~{3,})[ \t]*$|$(?![\s\S]))|(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\2(?!`))/m;

/**
 * Normalizes the notations of formulas to the one that the parser reads: `$$…$$` inline, and `$$` fences on
 * separate lines for display formulas. Code is left alone. A single `$` starts a formula only by Pandoc's
 * rule (no space inside, no digit after it), so that prices stay prices. A formula contains no opening of another: a text
 * full of openings costs no more than its length.
 */
export function withFormulas(markdown: string): string {
  if (!/[$\\]/.test(markdown)) return markdown;
  const pieces = markdown.split(new RegExp(CODE, "gm"));
  // `split` with two groups returns text, code, backticks, text, …
  return pieces
    .map((piece, index) => (index % 3 === 0 ? rewrite(piece) : index % 3 === 1 ? piece : ""))
    .join("");
}

function rewrite(text: string | undefined): string {
  return (text ?? "")
    .replace(
      /^([ \t]*)(?:\\\[((?:(?!(?<!\\)\\\[)[\s\S])+?)\\\]|\$\$([^\n$]+?)\$\$)[ \t]*$/gm,
      (_, indent: string, bracketed, dollared) => {
        const formula = ((bracketed ?? dollared) as string).trim().replace(/\n[ \t]*/g, `\n${indent}`);
        return `${indent}$$\n${indent}${formula}\n${indent}$$`;
      },
    )
    .replace(/\\\[((?:(?!(?<!\\)\\\[)[^\n])+?)\\\]/g, (_, formula: string) => `$$${formula.trim()}$$`)
    .replace(/\\\(((?:(?!(?<!\\)\\\()[\s\S])+?)\\\)/g, (_, formula: string) => `$$${formula.trim()}$$`)
    .replace(/(?<![\\$])\$(?![\s$])([^$\n]*?[^\s\\$])\$(?![\d$])/g, (_, formula: string) => `$$${formula}$$`);
}

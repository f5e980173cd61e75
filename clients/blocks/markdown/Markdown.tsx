import { useState } from "react";
import { MarkdownBlock } from "./MarkdownBlock";
import { type BlockSplit, splitBlocks } from "./split-blocks";
import "./markdown.css";

/**
 * A model's text as Markdown. While `streaming`, only its last block is read and drawn again; what is above stays as it
 * is, so nothing already read moves.
 */
export function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const [split] = useState(growingSplit);
  const { settled, tail, definitions: settledDefinitions } = split(text);
  const definitions = settledDefinitions + definitionsIn(tail);
  const blocks = tail.trim() === "" && settled.length > 0 ? settled : [...settled, tail];
  return (
    <div className="markdown">
      {blocks.map((source, index) => (
        <MarkdownBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is its identity, the list only grows
          key={index}
          source={source}
          definitions={source.includes("[") ? definitions : ""}
          open={streaming && index === settled.length}
        />
      ))}
    </div>
  );
}

/** Link definitions usually stand at the very end, in the block that is not settled yet. */
function definitionsIn(tail: string): string {
  return (tail.match(/^ {0,3}\[[^\]^\n][^\]\n]*\]: *\S.*$/gm) ?? [])
    .map((line) => `${line.trim()}\n`)
    .join("");
}

/** Remembers the last split, so that a longer text costs its tail only. */
function growingSplit(): (text: string) => BlockSplit {
  let last: BlockSplit | undefined;
  let lastText: string | undefined;
  return (text) => {
    if (!last || text !== lastText) last = splitBlocks(text, last);
    lastText = text;
    return last;
  };
}

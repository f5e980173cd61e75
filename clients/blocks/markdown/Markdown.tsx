import { memo, useState } from "react";
import { inIslands } from "./islands";
import { MarkdownBlock } from "./MarkdownBlock";
import { type BlockSplit, splitBlocks } from "./split-blocks";
import "./markdown.css";

/**
 * Renders a model's text as Markdown. While `streaming`, only the last block is parsed and rendered again, so
 * that earlier text does not move.
 */
export function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const [read] = useState(growingText);
  const { islands, definitions, tail } = read(text);
  return (
    <div className="markdown">
      {islands.map((blocks, index) => (
        <Island
          // biome-ignore lint/suspicious/noArrayIndexKey: an island's place is its identity, the list only grows
          key={index}
          blocks={blocks}
          definitions={definitions}
          open={streaming && tail !== null && index === islands.length - 1}
        />
      ))}
    </div>
  );
}

/** Renders a group of blocks. Memoized by hand: otherwise items of a growing list would render again. */
const Island = memo(function Island({
  blocks,
  definitions,
  open,
}: {
  blocks: readonly string[];
  definitions: string;
  /** True if more text may be appended to the last block. */
  open: boolean;
}) {
  return (
    <div>
      {blocks.map((source, index) => (
        <MarkdownBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is its identity, the list only grows
          key={index}
          source={source}
          definitions={source.includes("[") ? definitions : ""}
          open={open && index === blocks.length - 1}
        />
      ))}
    </div>
  );
});

/** Collects link definitions at the end of the text, in the block that may still change. */
function definitionsIn(tail: string): string {
  return (tail.match(/^ {0,3}\[[^\]^\n][^\]\n]*\]: *\S.*$/gm) ?? [])
    .map((line) => `${line.trim()}\n`)
    .join("");
}

interface ReadText {
  islands: readonly (readonly string[])[];
  definitions: string;
  /** Last block, which may still change; null: none. */
  tail: string | null;
}

/** Caches the last parse, so that a longer text costs only its tail. */
function growingText(): (text: string) => ReadText {
  let last: { text: string; split: BlockSplit; read: ReadText } | undefined;
  return (text) => {
    if (last?.text === text) return last.read;
    const split = splitBlocks(text, last?.split);
    const { settled, tail } = split;
    const hasTail = tail.trim() !== "" || settled.length === 0;
    const read = {
      islands: inIslands(hasTail ? [...settled, tail] : settled, last?.read.islands),
      definitions: split.definitions + definitionsIn(tail),
      tail: hasTail ? tail : null,
    };
    last = { text, split, read };
    return read;
  };
}

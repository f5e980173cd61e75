import { memo, useState } from "react";
import { ISLAND_BLOCKS, inIslands } from "./islands";
import { MAX_BLOCKS, TEXT_MAX_CHARS } from "./limits";
import { MarkdownBlock } from "./MarkdownBlock";
import { PlainBoundary } from "./plain/PlainBoundary";
import { PlainText } from "./plain/PlainText";
import { type BlockSplit, splitBlocks } from "./split-blocks";
import { useGrowingCount, WholeText } from "./use-growing-count";
import "./markdown.css";

interface MarkdownProps {
  text: string;
  /** More text follows. */
  streaming?: boolean;
  /** Renders all of a long text at once: for print, and where a place in it is shown. */
  whole?: boolean;
}

/**
 * Renders a model's text as Markdown. While `streaming`, only the last block is parsed and rendered again, so
 * that earlier text does not move. No text freezes the page: what exceeds the limits is shown as it was written.
 */
export function Markdown({ text, streaming = false, whole = false }: MarkdownProps) {
  return (
    <div className="markdown">
      <PlainBoundary source={text}>
        <WholeText value={whole}>
          <Parsed text={text} streaming={streaming} />
        </WholeText>
      </PlainBoundary>
    </div>
  );
}

function Parsed({ text, streaming }: { text: string; streaming: boolean }) {
  const [read] = useState(growingText);
  const end = lineEndWithin(text);
  const { islands, definitions, tail } = read(text.slice(0, end));
  const parsed = islands.slice(0, MAX_ISLANDS);
  const rest = islands.slice(MAX_ISLANDS).flat().join("") + text.slice(end);
  const shown = useGrowingCount(parsed.length);
  return (
    <>
      {parsed.slice(0, shown).map((blocks, index) => (
        <Island
          // biome-ignore lint/suspicious/noArrayIndexKey: an island's place is its identity, the list only grows
          key={index}
          blocks={blocks}
          definitions={definitions}
          open={streaming && tail !== null && index === islands.length - 1}
        />
      ))}
      {rest !== "" && shown === parsed.length ? <PlainText text={rest} /> : null}
    </>
  );
}

const MAX_ISLANDS = MAX_BLOCKS / ISLAND_BLOCKS;

/** Returns the end of the part of a text that is parsed: after a line, so that the part only grows with the text. */
function lineEndWithin(text: string): number {
  if (text.length <= TEXT_MAX_CHARS) return text.length;
  return text.lastIndexOf("\n", TEXT_MAX_CHARS - 1) + 1;
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

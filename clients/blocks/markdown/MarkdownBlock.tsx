import { memo } from "react";
import { PluggedFence } from "../composer-plugs";
import { DiagramRoom } from "../diagrams/DiagramRoom";
import { isDiagram, LazyDiagram } from "../diagrams/LazyDiagram";
import { CodeBlock } from "./CodeBlock";
import { type Fence, fenceAtStart } from "./fence";
import { isParsable } from "./limits";
import { listOf } from "./list-items";
import { MarkdownList } from "./MarkdownList";
import { MarkdownTable } from "./MarkdownTable";
import { PlainBoundary } from "./plain/PlainBoundary";
import { PlainText } from "./plain/PlainText";
import { tableOf } from "./table-rows";
import { Written } from "./Written";

interface MarkdownBlockProps {
  source: string;
  definitions: string;
  /** True if more text may be appended. */
  open: boolean;
}

/**
 * Renders a block. Memoized by hand: the compiler keeps elements of a list only while the whole list stays
 * the same, and this one grows twenty times a second.
 */
export const MarkdownBlock = memo(function MarkdownBlock(block: MarkdownBlockProps) {
  return (
    <PlainBoundary source={block.source}>
      <ParsedBlock {...block} />
    </PlainBoundary>
  );
});

function ParsedBlock({ source, definitions, open }: MarkdownBlockProps) {
  const begun = fenceAtStart(source);
  // Only plugs need it apart from what follows, which is parsed with it otherwise.
  const isPlugged = begun?.fence.info.includes("=");
  if (begun && (isPlugged || begun.rest.trim() === "")) {
    const { fence, rest } = begun;
    const shown = <ShownFence fence={fence} open={open} />;
    if (!isPlugged) return shown;
    return (
      <>
        <PluggedFence {...fence}>{shown}</PluggedFence>
        {rest.trim() === "" ? null : <ParsedBlock source={rest} definitions={definitions} open={open} />}
      </>
    );
  }
  const list = listOf(source);
  const table = list ? null : tableOf(source);
  // Each group of rows is parsed below the table's head.
  if (table && !table.groups.every((rows) => isParsable(`${table.head}\n${rows}`)))
    return <PlainText text={source} />;
  const { rest } = list ?? table ?? { rest: source };
  const grows = { definitions, open: open && rest === "" };
  return (
    <>
      {list ? <MarkdownList list={list} {...grows} /> : null}
      {table ? <MarkdownTable table={table} {...grows} /> : null}
      {rest === "" ? null : <Paragraph source={rest} definitions={definitions} open={open} />}
    </>
  );
}

function ShownFence({ fence: { language, code, closed }, open }: { fence: Fence; open: boolean }) {
  if (closed && isDiagram(language)) return <LazyDiagram code={code} />;
  const block = <CodeBlock code={code} language={language} open={open && !closed} />;
  return isDiagram(language) ? <DiagramRoom code={code}>{block}</DiagramRoom> : block;
}

function Paragraph(block: MarkdownBlockProps) {
  return isParsable(block.source) ? <Written {...block} /> : <PlainText text={block.source} />;
}

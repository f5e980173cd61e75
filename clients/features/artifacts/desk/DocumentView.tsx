import { SheetTable } from "@ensemble/blocks/attachments/SheetTable";
import { csvRows } from "@ensemble/blocks/attachments/sheet-cells";
import { LazyDiagram } from "@ensemble/blocks/diagrams/LazyDiagram";
import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { retryUntilLoaded } from "@ensemble/ui/lazy-part";
import clsx from "clsx";
import { lazy, Suspense } from "react";
import type { Kind } from "../kinds";
import type { SelectedElement } from "../preview/messages";
import { usePassageSelection } from "./use-passage-selection";

const DiagramSelection = lazy(retryUntilLoaded(() => import("./DiagramSelection")));

/** Renders an artifact that does not run: a document, a diagram, a table. */
export function DocumentView({
  kind,
  content,
  writing,
  title,
  selecting = false,
  onSelected,
}: {
  kind: Exclude<Kind, "html" | "react" | "svg" | "code">;
  content: string;
  writing: boolean;
  title: string;
  selecting?: boolean;
  onSelected?: (passage: SelectedElement) => void;
}) {
  const place = usePassageSelection<HTMLElement>(selecting, onSelected);
  return (
    <section
      ref={place}
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is scrolled by keyboard
      tabIndex={0}
      className={clsx("min-h-0 flex-1 overflow-auto p-5", selecting && "cursor-crosshair")}
    >
      {kind === "markdown" ? <Markdown text={content} streaming={writing} /> : null}
      {kind === "csv" ? <SheetTable name={title} rows={csvRows(content.trimEnd())} wanted={null} /> : null}
      {kind === "mermaid" && !writing && selecting ? (
        <Suspense fallback={<LazyDiagram code={content} />}>
          <DiagramSelection code={content} title={title} onSelected={onSelected}>
            <LazyDiagram code={content} />
          </DiagramSelection>
        </Suspense>
      ) : null}
      {kind === "mermaid" && !writing && !selecting ? <LazyDiagram code={content} /> : null}
      {kind === "mermaid" && writing ? <Markdown text={`\`\`\`\`text\n${content}`} streaming /> : null}
    </section>
  );
}

import type { ReactNode } from "react";
import { useScrollHint } from "./use-scroll-hint";

/** Scroll container for a table wider than the text. */
export function TableBox({ dir, children }: { dir: string; children: ReactNode }) {
  const box = useScrollHint<HTMLDivElement>();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <div ref={box} className="markdown-table" dir={dir} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

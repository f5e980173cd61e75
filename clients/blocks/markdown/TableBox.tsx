import type { ReactNode } from "react";

/** Scroll container for a table wider than the text. */
export function TableBox({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <div className="markdown-table" dir="auto" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

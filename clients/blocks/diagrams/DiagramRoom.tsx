import type { CSSProperties, ReactNode } from "react";

/** Keeps the room of a diagram, by its number of lines: the same while it is code and when it is drawn. */
export function DiagramRoom({ code, children }: { code: string; children: ReactNode }) {
  return (
    <div
      className="markdown-diagram-code"
      style={{ "--lines": code.trim().split("\n").length } as CSSProperties}
    >
      {children}
    </div>
  );
}

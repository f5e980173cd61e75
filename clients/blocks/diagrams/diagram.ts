/** Appearance of a diagram, in the page's colors. */
export interface DiagramLook {
  isDark: boolean;
  colours: Record<string, string>;
  /** Colors that tell series apart: for lines, and for areas with text on them. */
  lines: string[];
  areas: string[];
}

export interface DrawRequest {
  id: number;
  source: string;
  look: DiagramLook;
}

/** Diagram as a self-contained image. */
export interface DrawnDiagram {
  svg: string;
  width: number;
  height: number;
  /** Author's title of the diagram; empty if it has none. */
  title: string;
}

export type DrawReply = { id: number; drawn: DrawnDiagram } | { id: number; failed: string };

/** How a diagram is to look: its colours are the page's. */
export interface DiagramLook {
  isDark: boolean;
  colours: Record<string, string>;
  /** What stands for one thing among several: as lines, and as areas with words on them. */
  lines: string[];
  areas: string[];
}

export interface DrawRequest {
  id: number;
  source: string;
  look: DiagramLook;
}

/** A diagram as a picture that needs nothing else. */
export interface DrawnDiagram {
  svg: string;
  width: number;
  height: number;
  /** What its author calls it; empty when it has no name. */
  title: string;
}

export type DrawReply = { id: number; drawn: DrawnDiagram } | { id: number; failed: string };

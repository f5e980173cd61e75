/** Replaces the diagram renderer, which is only part of the web page. */
export const drawDiagram = (): Promise<never> =>
  Promise.reject(new Error("diagrams are drawn on the web page"));

/** Stands for what draws diagrams, which the panel leaves to the web page. */
export const drawDiagram = (): Promise<never> =>
  Promise.reject(new Error("diagrams are drawn on the web page"));

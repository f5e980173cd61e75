import type { ExportFormat, Kind } from "../kinds";
import { drawingOf } from "./drawing";
import { NotExported } from "./not-exported";
import { drawingPage, type ExportedPage, standalonePage } from "./page";

export { NotExported };

interface Exported extends ExportedPage {
  kind: Kind;
  content: string;
}

/** Returns an artifact as a file of a format. Throws `NotExported` if it cannot be one. */
export async function exportArtifact(format: ExportFormat, artifact: Exported): Promise<Blob> {
  const { kind, content, title } = artifact;
  if (kind === "mermaid") {
    const { drawn, ground } = await drawDiagramNow(content);
    if (format === "html") return htmlFile(drawingPage(drawn.svg, ground, title));
    return format === "svg" ? new Blob([drawn.svg], { type: "image/svg+xml" }) : pngFile(drawn, ground);
  }
  if (format === "png" && kind === "svg") return pngFile(drawingOf(content), "#fff");
  if (format === "html" && (kind === "html" || kind === "svg" || kind === "react"))
    return htmlFile(await standalonePage(kind, content, artifact));
  throw new NotExported(`no ${format} of ${kind}`);
}

const htmlFile = (page: string) => new Blob([page], { type: "text/html;charset=utf-8" });

async function pngFile(drawn: ReturnType<typeof drawingOf>, ground: string): Promise<Blob> {
  const { pngOf } = await import("@ensemble/blocks/diagrams/svg-png");
  return pngOf(drawn, ground);
}

/** Draws a diagram in the colors that are shown. */
async function drawDiagramNow(code: string) {
  const [{ drawDiagram }, { lookOf }] = await Promise.all([
    import("@ensemble/blocks/diagrams/diagram-frame"),
    import("@ensemble/blocks/diagrams/diagram-look"),
  ]);
  const page = document.documentElement;
  const look = lookOf(getComputedStyle(page), page.dataset.theme === "dark");
  try {
    return { drawn: await drawDiagram(code, look), ground: look.colours.background ?? "#fff" };
  } catch (error) {
    throw new NotExported(error instanceof Error ? error.message : String(error));
  }
}

import mermaid, { type MermaidConfig } from "mermaid";
import { cleanSvg } from "./clean-svg";
import type { DiagramLook, DrawReply, DrawRequest } from "./diagram";

declare global {
  var serveDiagrams: ((port: MessagePort) => void) | undefined;
}

/** Maximum length; longer diagrams stay code. */
const SOURCE_MAX_CHARS = 50_000;
/**
 * Matches syntax that loads external resources: this page's policy would block it, so the diagram is not
 * drawn.
 */
const ASKS_OUT = /url\s*\(|\bimg['"]?\s*:/i;
/** System fonts: images load no fonts, so text is measured with what is shown. */
const FONT =
  'system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans Arabic", "PingFang SC", "Noto Sans CJK SC", sans-serif';

/** Draws the diagrams it receives. Runs in a frame without an origin or network access. */
globalThis.serveDiagrams = (port) => {
  let last: Promise<unknown> = Promise.resolve();
  port.onmessage = ({ data }: MessageEvent<DrawRequest>) => {
    last = last.then(() => reply(data)).then((answer) => port.postMessage(answer));
  };
};

async function reply({ id, source, look }: DrawRequest): Promise<DrawReply> {
  try {
    if (ASKS_OUT.test(source)) throw new Error("pictures from elsewhere are not drawn");
    mermaid.initialize(configOf(look));
    const { svg } = await mermaid.render(`diagram-${id}`, source);
    return { id, drawn: cleanSvg(svg) };
  } catch (error) {
    return { id, failed: String(error) };
  }
}

/** Number of series colors. */
const SERIES = 12;

/** Returns the colors of series under the names that each kind of diagram uses. */
function seriesOf({ colours, lines, areas }: DiagramLook): Record<string, unknown> {
  const numbered = Array.from({ length: SERIES }, (_, number) => {
    const area = areas[number % areas.length];
    const line = lines[number % lines.length];
    return {
      [`cScale${number}`]: area,
      [`cScaleInv${number}`]: line,
      [`cScalePeer${number}`]: line,
      [`cScaleLabel${number}`]: colours.textColor,
      [`pie${number + 1}`]: area,
      [`git${number}`]: line,
      [`gitBranchLabel${number}`]: colours.background,
    };
  });
  return {
    ...Object.assign({}, ...numbered),
    pieStrokeColor: colours.lineColor,
    pieStrokeWidth: "1px",
    pieOuterStrokeWidth: "1px",
    pieSectionTextColor: colours.textColor,
    pieOpacity: "1",
    dropShadow: "none",
    useGradient: false,
    xyChart: { plotColorPalette: lines.join(","), backgroundColor: colours.background },
  };
}

function configOf(look: DiagramLook): MermaidConfig {
  const { isDark, colours } = look;
  return {
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    maxTextSize: SOURCE_MAX_CHARS,
    maxEdges: 500,
    // Settings that a diagram must not change.
    secure: [
      "secure",
      "securityLevel",
      "startOnLoad",
      "maxTextSize",
      "maxEdges",
      "suppressErrorRendering",
      "htmlLabels",
      "themeCSS",
      "fontFamily",
      "altFontFamily",
      "dompurifyConfig",
      "layout",
    ],
    theme: "base",
    darkMode: isDark,
    fontFamily: FONT,
    themeVariables: { darkMode: isDark, fontFamily: FONT, fontSize: "14px", ...colours, ...seriesOf(look) },
    // The only layout in this build.
    layout: "dagre",
    // Labels are SVG text, not embedded HTML.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    logLevel: "fatal",
  };
}

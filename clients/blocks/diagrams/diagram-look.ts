import { useSyncExternalStore } from "react";
import type { DiagramLook } from "./diagram";

/** Page colors by their role in diagrams. */
const USES: Record<string, string> = {
  background: "--surface",
  primaryColor: "--accent-soft",
  primaryTextColor: "--ink",
  primaryBorderColor: "--accent-ink",
  secondaryColor: "--sunken",
  secondaryTextColor: "--ink",
  secondaryBorderColor: "--edge",
  tertiaryColor: "--sunken",
  tertiaryTextColor: "--ink",
  tertiaryBorderColor: "--line",
  textColor: "--ink",
  titleColor: "--ink",
  lineColor: "--muted",
  clusterBkg: "--sunken",
  clusterBorder: "--line",
  edgeLabelBackground: "--surface",
  noteBkgColor: "--warning-soft",
  noteTextColor: "--ink",
  noteBorderColor: "--edge",
  errorBkgColor: "--danger-soft",
  errorTextColor: "--ink",
};

const LINES = ["--accent", "--success", "--warning", "--danger", "--info"];
const AREAS = LINES.map((token) => `${token}-soft`);

/** Returns the page's colors for diagrams, updated on theme changes. */
export function useDiagramLook(): DiagramLook {
  const theme = useSyncExternalStore(watchTheme, () => document.documentElement.dataset.theme ?? "");
  return lookOf(getComputedStyle(document.documentElement), theme === "dark");
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/** Reads the colors of a page for diagrams. */
export function lookOf(styles: CSSStyleDeclaration, isDark: boolean): DiagramLook {
  const colour = (token: string) => plainColour(styles.getPropertyValue(token));
  const colours = Object.entries(USES).map(([use, token]) => [use, colour(token)]);
  return {
    isDark,
    colours: Object.fromEntries(colours),
    lines: LINES.map(colour),
    areas: AREAS.map(colour),
  };
}

/** Converts a color to a form that every program supports. */
function plainColour(colour: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return colour;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

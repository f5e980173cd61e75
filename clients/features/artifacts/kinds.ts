import type { TextKey } from "@ensemble/i18n/text";
import { Atom, Code, FileText, Globe, type LucideIcon, Shapes, Table, Workflow } from "lucide-react";

/** The way in which an artifact is shown. */
export type Kind = "html" | "react" | "svg" | "mermaid" | "markdown" | "csv" | "code";

const KINDS: Readonly<Record<string, Kind>> = {
  html: "html",
  htm: "html",
  xhtml: "html",
  jsx: "react",
  tsx: "react",
  react: "react",
  svg: "svg",
  mermaid: "mermaid",
  markdown: "markdown",
  md: "markdown",
  mdx: "markdown",
  csv: "csv",
  tsv: "csv",
};

/** Returns the kind of what is written in a language, as the server does. */
export const kindOf = (language: string): Kind =>
  Object.hasOwn(KINDS, language) ? (KINDS[language] ?? "code") : "code";

/** Kinds that run in a frame. */
export const runsInFrame = (kind: Kind): kind is "html" | "react" | "svg" =>
  kind === "html" || kind === "react" || kind === "svg";

/** Files that are made of an artifact, besides its source. */
export type ExportFormat = "html" | "svg" | "png";

const EXPORTS: Partial<Record<Kind, readonly ExportFormat[]>> = {
  html: ["html"],
  react: ["html"],
  // Its source is an SVG file.
  svg: ["html", "png"],
  mermaid: ["html", "svg", "png"],
};

export const exportFormats = (kind: Kind): readonly ExportFormat[] => EXPORTS[kind] ?? [];

export const KIND_ICONS: Readonly<Record<Kind, LucideIcon>> = {
  html: Globe,
  react: Atom,
  svg: Shapes,
  mermaid: Workflow,
  markdown: FileText,
  csv: Table,
  code: Code,
};

export const kindLabel = (kind: Kind): TextKey<"artifacts"> => `kinds.${kind}`;

const ENDINGS: Partial<Record<Kind, string>> = {
  html: "html",
  svg: "svg",
  mermaid: "mmd",
  markdown: "md",
  csv: "csv",
};

/** Returns the name of an artifact's file. */
export function fileName(title: string, language: string, ending: string): string {
  const name = title
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, " ")
    .trim()
    .replace(/\s+/g, "-")
    .slice(0, 80);
  return `${name || "artifact"}.${ENDINGS[kindOf(language)] ?? ending}`;
}

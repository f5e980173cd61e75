import type { InlineConfig } from "vite";
import { popupsAndParts } from "../../ui/build/popups-and-parts.ts";

/**
 * Texts of one language that the first screen needs, bundled in one file: five small files take five times as
 * long.
 */
const FIRST_TEXTS =
  /[\\/]i18n[\\/]locales[\\/]([\w-]+)[\\/](?:(?:chat|common|documents|extension)\.json|start[\\/]\w+\.(?:json|ts))$/;

/**
 * Splits the panel into chunks. Each file of an extension costs a request to the browser process, which takes
 * milliseconds however small the file is; with the default chunks, the panel would need fifty of them before
 * one can type.
 */
export function panelBuild(entrypoints: readonly { name: string }[], config: InlineConfig): void {
  if (!entrypoints.some(({ name }) => name === "sidepanel")) return;
  const { output } = config.build?.rollupOptions ?? {};
  if (!output || Array.isArray(output)) throw new Error("the panel is built into one place");
  output.codeSplitting = {
    groups: [
      { debugName: "texts", name: nameOfTexts, priority: 3 },
      { name: "first", tags: ["$initial"], priority: 2 },
      popupsAndParts,
    ],
  };
}

function nameOfTexts(id: string): string | null {
  const language = FIRST_TEXTS.exec(id)?.[1];
  return language ? `texts-${language}` : null;
}

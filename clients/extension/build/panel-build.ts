import type { InlineConfig } from "vite";
import { popupsAndParts } from "../../ui/build/popups-and-parts.ts";

/** What is said before anything is asked for, of one language: five small files are five times the wait of one. */
const FIRST_TEXTS = /[\\/]i18n[\\/]locales[\\/]([\w-]+)[\\/](?:chat|common|documents|extension|start)\.json$/;

/**
 * How the panel is cut. Each file of an extension is a question to the browser's own process, some milliseconds long however
 * small it is; left alone, one could write after fifty of them.
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

import type { InlineConfig } from "vite";

const POPUPS = /[\\/]@(base|floating)-ui[\\/]/;
const PARTS = /[\\/](lucide-react|clients[\\/]ui)[\\/]/;
/** What is said before anything is asked for, of one language: four small files are four times the wait of one. */
const FIRST_TEXTS = /[\\/]i18n[\\/]locales[\\/]([\w-]+)[\\/](?:chat|common|documents|extension)\.json$/;

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
      {
        debugName: "popups and parts",
        // As in the web client: what floats stands apart from icons and labels, which lists need at once.
        name: (id, chunking) => {
          const floats = (one: string): boolean =>
            POPUPS.test(one) ||
            (PARTS.test(one) && (chunking.getModuleInfo(one)?.importedIds ?? []).some(floats));
          return floats(id) ? "popups" : PARTS.test(id) ? "parts" : null;
        },
        minShareCount: 2,
        priority: 1,
      },
    ],
  };
}

function nameOfTexts(id: string): string | null {
  const language = FIRST_TEXTS.exec(id)?.[1];
  return language ? `texts-${language}` : null;
}

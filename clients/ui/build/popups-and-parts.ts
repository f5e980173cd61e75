const POPUPS = /[\\/]@(base|floating)-ui[\\/]/;
const PARTS = /[\\/](lucide-react|clients[\\/]ui)[\\/]/;

/** Bundler information about chunks. */
interface Chunking {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Splits the design system's shared chunk in two: popups and form fields apart from icons and labels, which
 * lists need at once.
 */
export const popupsAndParts = {
  debugName: "popups and parts",
  name: (id: string, chunking: Chunking): string | null => {
    const floats = (one: string): boolean =>
      POPUPS.test(one) || (PARTS.test(one) && (chunking.getModuleInfo(one)?.importedIds ?? []).some(floats));
    return floats(id) ? "popups" : PARTS.test(id) ? "parts" : null;
  },
  minShareCount: 2,
  priority: 1,
};

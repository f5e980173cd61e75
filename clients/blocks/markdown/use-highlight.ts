import { useEffect, useState } from "react";
import { findLanguage } from "./code-languages";
import type { ColouredToken } from "./highlight";

/** Maximum length for highlighting; longer code stays plain, because highlighting it would block the page. */
const HIGHLIGHT_MAX_CHARS = 60_000;

/** Returns the highlighted lines of `code`; null until they are ready, and for unknown languages. */
export function useHighlight(code: string | null, language: string): ColouredToken[][] | null {
  const [coloured, setColoured] = useState<{ code: string; lines: ColouredToken[][] } | null>(null);
  useEffect(() => {
    const id = findLanguage(language);
    if (code === null || !id || code.length > HIGHLIGHT_MAX_CHARS) return;
    let current = true;
    import("./highlight")
      .then(({ highlight }) => highlight(code, id))
      .then((lines) => current && setColoured({ code, lines }))
      // Plain code is complete; without colors (offline, a broken grammar) nothing is lost.
      .catch((error: unknown) => console.warn("code is shown without colours", error));
    return () => {
      current = false;
    };
  }, [code, language]);
  return coloured?.code === code ? coloured.lines : null;
}

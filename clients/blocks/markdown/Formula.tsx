import type katex from "katex";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { FORMULA_MAX_CHARS } from "./limits";
import { withoutNumbers } from "./reading/environments";
import { useScrollHint } from "./use-scroll-hint";

type Katex = typeof katex;

let loaded: Katex | null = null;

/** Loads KaTeX with its styles for the first formula. */
async function loadKatex(): Promise<Katex> {
  const [module] = await Promise.all([import("katex"), import("katex/dist/katex.min.css")]);
  loaded = module.default;
  return loaded;
}

/** Renders a TeX formula. Shows its source until KaTeX is loaded; KaTeX creates elements, never HTML text. */
export function Formula({ source, display = false }: { source: string; display?: boolean }) {
  const content =
    source.length > FORMULA_MAX_CHARS ? (
      <code>{source}</code>
    ) : (
      <DrawnFormula source={source} display={display} />
    );
  return display ? <Displayed>{content}</Displayed> : <span dir="ltr">{content}</span>;
}

/** Scroll container for a formula wider than the text. */
function Displayed({ children }: { children: ReactNode }) {
  const box = useScrollHint<HTMLDivElement>();
  return (
    <div ref={box} dir="ltr" className="markdown-formula">
      {children}
    </div>
  );
}

function DrawnFormula({ source, display }: { source: string; display: boolean }) {
  const [tex, setTex] = useState<Katex | null>(() => loaded);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (tex) return;
    loadKatex()
      .then((module) => setTex(() => module))
      // The TeX source stays readable.
      .catch((error: unknown) => console.warn("formulas are shown as source", error));
  }, [tex]);
  useLayoutEffect(() => {
    if (!tex || !place.current) return;
    try {
      tex.render(withoutNumbers(source), place.current, {
        displayMode: display,
        throwOnError: false,
        errorColor: "var(--danger)",
        strict: false,
        trust: false,
        maxExpand: 500,
        maxSize: 40,
      });
    } catch (error) {
      // A formula nested very deeply breaks KaTeX itself; its source stays readable.
      place.current.textContent = source;
      console.warn("a formula is shown as source", error);
    }
  }, [tex, source, display]);

  return tex ? <span ref={place} /> : <code>{source}</code>;
}

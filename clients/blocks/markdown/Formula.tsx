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
  const [isWide, setIsWide] = useState(false);
  const content =
    source.length > FORMULA_MAX_CHARS ? (
      <code>{source}</code>
    ) : (
      <DrawnFormula source={source} display={display} onWide={setIsWide} />
    );
  return <Line isAlone={display || isWide}>{content}</Line>;
}

/** Line of text that a formula is in; alone, it is a scroll container for one that is wider than the text. */
function Line({ isAlone, children }: { isAlone: boolean; children: ReactNode }) {
  const box = useScrollHint<HTMLSpanElement>(isAlone);
  return (
    <span ref={box} dir="ltr" className={isAlone ? "markdown-formula" : undefined}>
      {children}
    </span>
  );
}

/** Returns true if a part of a formula within a line, which is never broken, is wider than that line. */
function isWiderThanLine(formula: HTMLElement): boolean {
  const line = formula.closest("p, li, td, th, dd, blockquote, h1, h2, h3, h4, h5, h6, div");
  const parts = [...formula.querySelectorAll<HTMLElement>(".base")];
  return line !== null && parts.some((part) => part.offsetWidth > line.clientWidth);
}

interface DrawnFormulaProps {
  source: string;
  display: boolean;
  /** Called with true if the formula does not fit into a line. */
  onWide: (isWide: boolean) => void;
}

function DrawnFormula({ source, display, onWide }: DrawnFormulaProps) {
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
      if (!display) onWide(isWiderThanLine(place.current));
    } catch (error) {
      // A formula nested very deeply breaks KaTeX itself; its source stays readable.
      place.current.textContent = source;
      console.warn("a formula is shown as source", error);
    }
  }, [tex, source, display, onWide]);

  return tex ? <span ref={place} /> : <code>{source}</code>;
}

import type { Plugin } from "vite";

/** Bold and slanted letters of kinds that formulas seldom have: browsers draw them from the upright ones. */
const RARE = /KaTeX_(?:Fraktur-Bold|Caligraphic-Bold|SansSerif-(?:Bold|Italic))/;

/** Leaves out faces of the formulas' fonts, 40 kB of a package that may have 1,500. */
export function fewFaces(): Plugin {
  return {
    name: "ensemble:few-faces",
    enforce: "pre",
    transform(code, id) {
      if (!/\/katex[\w.-]*\.css(\?|$)/.test(id)) return null;
      const few = code.replace(/@font-face\s*\{[^}]*\}/g, (face) => (RARE.test(face) ? "" : face));
      if (few === code) throw new Error("the fonts of formulas have other names now");
      return few;
    },
  };
}

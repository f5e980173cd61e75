import { useText } from "@ensemble/i18n/text";
import { useMemo } from "react";
import { measureIn } from "../editor/draw/text-lines";
import type { EditorDocument } from "../editor/model/document";
import { designDocument } from "./design-document";
import { type Design, readDesign } from "./design-table";

/** Returns the function that makes the document of a design, with texts in the language of the page. */
export function useDesignDocument(): (design: Design) => EditorDocument {
  const text = useText("image_apps");
  return useMemo(() => {
    const texts = {
      sample: (name: string) => text(`design_text.${name}` as "design_text.headline"),
      ground: text("design_ground"),
      shape: text("design_shape"),
    };
    return (design: Design) => designDocument(design, texts, measureIn);
  }, [text]);
}

/** Returns the document of a design in an address; null: there is none. It stays the same object. */
export function useNamedDesign(name: string | undefined): EditorDocument | null {
  const documentOf = useDesignDocument();
  return useMemo(() => {
    const design = readDesign(name);
    return design && documentOf(design);
  }, [name, documentOf]);
}

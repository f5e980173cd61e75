import {
  Image,
  Layers2,
  type LucideIcon,
  PaintbrushVertical,
  Shapes,
  SlidersHorizontal,
  Type,
} from "lucide-react";
import { useEffect, useRef } from "react";
import { thumbnailOf } from "../draw/export-picture";
import type { Layer, LayerKind } from "../model/document";
import { useEditor } from "../store/use-editor";

const SIDE_PX = 64;
/** Time after the last change of a layer at which its picture is drawn again. */
const DRAW_AFTER_MS = 250;

const ICONS: Record<LayerKind, LucideIcon> = {
  picture: Image,
  paint: PaintbrushVertical,
  text: Type,
  shape: Shapes,
  adjustment: SlidersHorizontal,
};

/** Small picture of a layer; an icon where there is nothing to see of it. */
export function Thumbnail({ layer }: { layer: Layer }) {
  const editor = useEditor();
  const place = useRef<HTMLSpanElement>(null);
  const Icon = ICONS[layer.kind] ?? Layers2;
  const isDrawn = layer.kind === "picture" || layer.kind === "paint" || layer.kind === "shape";
  useEffect(() => {
    if (!isDrawn) return;
    const timer = setTimeout(() => {
      const canvas = thumbnailOf(editor.document, editor.assets, layer.id, SIDE_PX);
      if (!canvas) return;
      canvas.className = "max-h-full max-w-full";
      place.current?.replaceChildren(canvas);
    }, DRAW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [editor, layer, isDrawn]);
  return (
    <span
      ref={isDrawn ? place : undefined}
      aria-hidden="true"
      className="flex size-8 flex-none items-center justify-center overflow-hidden rounded-sm bg-raised text-muted shadow-[inset_0_0_0_1px_var(--line)] [&_svg]:size-4"
    >
      {isDrawn ? null : <Icon />}
    </span>
  );
}

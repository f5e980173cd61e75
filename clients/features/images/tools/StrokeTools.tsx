import { Range } from "@ensemble/blocks/images/Range";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Trash2, Undo2 } from "lucide-react";
import type { Stroke } from "./mask-strokes";

/** Width of the brush, and the ways back: the last stroke, or all of them. */
export function StrokeTools({
  strokes,
  width,
  onChange,
}: {
  strokes: readonly Stroke[];
  width: Parameters<typeof Range>[0];
  onChange: (strokes: readonly Stroke[]) => void;
}) {
  const text = useText("images");
  return (
    <div className="flex items-end gap-3">
      <div className="min-w-0 flex-1">
        <Range {...width} />
      </div>
      <IconButton
        label={text("undo")}
        icon={<Undo2 className="rtl:-scale-x-100" />}
        disabled={strokes.length === 0}
        onClick={() => onChange(strokes.slice(0, -1))}
      />
      <IconButton
        label={text("clear")}
        icon={<Trash2 />}
        disabled={strokes.length === 0}
        onClick={() => onChange([])}
      />
    </div>
  );
}

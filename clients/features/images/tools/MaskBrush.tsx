import { useText } from "@ensemble/i18n/text";
import { useId, useState } from "react";
import type { Stroke } from "./mask-strokes";
import { StrokeSurface } from "./StrokeSurface";
import { StrokeTools } from "./StrokeTools";

interface Size {
  width: number;
  height: number;
}

/** Widths of the brush, as a share of the picture's longer side. */
const BRUSH = { min: 0.01, max: 0.2, initial: 0.06 };

/** Marks an area of a picture: with the pointer, or with arrow keys and the space bar. */
export function MaskBrush({
  picture,
  strokes,
  onChange,
  onSize,
}: {
  /** Address of the picture. */
  picture: string;
  strokes: readonly Stroke[];
  onChange: (strokes: readonly Stroke[]) => void;
  /** Called with the size of the picture once it is known. */
  onSize: (size: Size) => void;
}) {
  const text = useText("images");
  const hintId = useId();
  const [size, setSize] = useState<Size | null>(null);
  const [brush, setBrush] = useState(BRUSH.initial);
  const width = size ? Math.max(2, brush * Math.max(size.width, size.height)) : 0;
  return (
    <div className="flex flex-col gap-3">
      <div className="relative mx-auto w-fit max-w-full">
        <img
          src={picture}
          alt={text("mask.picture")}
          className="block max-h-[60dvh] max-w-full rounded-md"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            const loaded = { width: naturalWidth, height: naturalHeight };
            setSize(loaded);
            onSize(loaded);
          }}
        />
        {size ? (
          <StrokeSurface
            label={text("mask.label")}
            hintId={hintId}
            size={size}
            width={width}
            strokes={strokes}
            color="#e0218a"
            className="absolute inset-0 rounded-md"
            canvasClassName="opacity-60"
            onChange={onChange}
          />
        ) : null}
      </div>
      <p id={hintId} className="text-muted text-xs">
        {text("mask.hint")}
      </p>
      <div className="max-w-88">
        <StrokeTools
          strokes={strokes}
          width={{
            label: text("mask.size"),
            value: brush,
            min: BRUSH.min,
            max: BRUSH.max,
            step: 0.01,
            show: (share) => text("percent", { number: Math.round(share * 100) }),
            onChange: setBrush,
          }}
          onChange={onChange}
        />
      </div>
    </div>
  );
}

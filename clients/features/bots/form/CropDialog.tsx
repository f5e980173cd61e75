import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Crop, cropPicture, oddShape, squareOf } from "./crop";

const VIEW = 288;

interface CropDialogProps {
  file: File;
  onCrop: (icon: Blob) => void;
  /** Called if the browser cannot decode the file. */
  onFail: () => void;
  onClose: () => void;
}

/** Selects the square crop of an image by dragging or with sliders. */
export function CropDialog({ file, onCrop, onFail, onClose }: CropDialogProps) {
  const text = useText("bots");
  const picture = usePicture(file, onFail);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 });
  const odd = picture ? oddShape(picture.width, picture.height) : null;

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!picture || !context) return;
    const { left, top, side } = squareOf(picture.width, picture.height, crop);
    context.clearRect(0, 0, VIEW * 2, VIEW * 2);
    context.drawImage(picture, left, top, side, side, 0, 0, VIEW * 2, VIEW * 2);
  }, [picture, crop]);

  const move = (dx: number, dy: number) => {
    if (!picture) return;
    const { side } = squareOf(picture.width, picture.height, crop);
    const along = (size: number, at: number, by: number) =>
      size > side ? clamp(at - (by / VIEW) * (side / (size - side))) : at;
    setCrop({ ...crop, x: along(picture.width, crop.x, dx), y: along(picture.height, crop.y, dy) });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("crop_title")}
      closeLabel={text("cancel")}
      footer={
        <>
          <Button onClick={onClose}>{text("cancel")}</Button>
          <Button
            kind="primary"
            disabled={!picture}
            onClick={() => picture && void cropPicture(picture, crop).then(onCrop, onFail)}
          >
            {text("use_picture")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-4">
        {odd ? <Notice tone="warning">{text(odd)}</Notice> : null}
        <canvas
          ref={canvas}
          width={VIEW * 2}
          height={VIEW * 2}
          role="img"
          aria-label={text("crop_preview")}
          className="size-72 cursor-move touch-none rounded-md bg-sunken"
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => event.buttons === 1 && move(event.movementX, event.movementY)}
        />
        <Slider
          label={text("zoom")}
          min={1}
          max={4}
          value={crop.zoom}
          onChange={(zoom) => setCrop({ ...crop, zoom })}
        />
        <Slider
          label={text("across")}
          min={0}
          max={1}
          value={crop.x}
          onChange={(x) => setCrop({ ...crop, x })}
        />
        <Slider
          label={text("down")}
          min={0}
          max={1}
          value={crop.y}
          onChange={(y) => setCrop({ ...crop, y })}
        />
      </div>
    </Dialog>
  );
}

function Slider({
  label,
  min,
  max,
  value,
  onChange,
}: {
  label: string;
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
}) {
  return (
    <label className="flex w-72 items-center gap-3 text-sm">
      <span className="w-24 flex-none text-muted">{label}</span>
      <input
        type="range"
        dir="ltr"
        min={min}
        max={max}
        step={0.01}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-6 min-w-0 flex-1 accent-(--accent) touch:h-11 dark:accent-(--accent-ink)"
      />
    </label>
  );
}

function usePicture(file: File, onFail: () => void): ImageBitmap | null {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const fail = useEffectEvent(onFail);
  useEffect(() => {
    let stale = false;
    createImageBitmap(file).then(
      (read) => !stale && setPicture(read),
      () => !stale && fail(),
    );
    return () => {
      stale = true;
    };
  }, [file]);
  return picture;
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

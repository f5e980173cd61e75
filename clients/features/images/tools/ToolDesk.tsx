import { PictureDrop } from "@ensemble/blocks/images/PictureDrop";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Play } from "lucide-react";
import { useState } from "react";
import { FOLLOWED_MAX } from "../image-queries";
import { ChoosePictures } from "./ChoosePictures";
import { DownloadAll } from "./DownloadAll";
import { useGivenPicture } from "./given-picture";
import { MaskBrush } from "./MaskBrush";
import type { Stroke } from "./mask-strokes";
import { ToolOptions } from "./ToolOptions";
import { ToolResult } from "./ToolResult";
import { areValid, initialValues } from "./tool-options";
import type { ToolEntry } from "./tool-table";
import { isReady, needsSecond, useToolRun } from "./use-tool-run";

/** Place where a tool is used: its options, the pictures, and what became of them. */
export function ToolDesk({
  entry,
  isAvailable,
  fileId,
  parentId = null,
}: {
  entry: ToolEntry;
  isAvailable: boolean;
  /** File to begin with. */
  fileId?: string;
  /** Image whose file that is. */
  parentId?: string | null;
}) {
  const text = useText("images");
  const [values, setValues] = useState(() => initialValues(entry.options));
  const [second, setSecond] = useState<File | null>(null);
  // Without its data file a cut-out needs a selection by hand.
  const [wantsHand, setWantsHand] = useState<boolean | null>(null);
  const byHand = wantsHand ?? (!isAvailable && entry.mask === "optional");
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const run = useToolRun(entry);
  const hasMask = entry.mask === "required" || byHand;
  const takesPictures = entry.picture !== "none";
  const ready = run.items.filter(isReady);
  const painted = hasMask ? ready[0] : undefined;
  const extras = { strokes: hasMask ? strokes : [], size, second };
  const name = text(`tool.${entry.key}`);
  const take = (files: readonly File[], parent: string | null = null) => {
    const [first] = files;
    if (!hasMask) return run.add(files, parent);
    // A mask belongs to one picture.
    if (first) run.replace(first, parent);
    setStrokes([]);
  };
  useGivenPicture(takesPictures ? fileId : undefined, (file) => take([file], parentId));
  const canStart =
    (isAvailable || byHand) &&
    areValid(entry.options, values) &&
    (!needsSecond(values) || second !== null) &&
    (!hasMask || strokes.length > 0) &&
    (ready.length > 0 || entry.picture !== "required");
  return (
    <PictureDrop
      onFiles={takesPictures ? (files) => take(files) : undefined}
      paste={takesPictures}
      className="rounded-lg"
    >
      <form
        aria-label={name}
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (canStart) void run.start(values, extras);
        }}
      >
        <div className="flex min-w-0 flex-col gap-4 empty:hidden">
          {takesPictures ? <ChoosePictures several={!hasMask} onChoose={(files) => take(files)} /> : null}
          {painted?.preview ? (
            <MaskBrush picture={painted.preview} strokes={strokes} onChange={setStrokes} onSize={setSize} />
          ) : null}
        </div>
        <div className="flex flex-col gap-4 lg:sticky lg:top-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <ToolOptions
            options={entry.options}
            values={values}
            second={second}
            onChange={setValues}
            onSecond={setSecond}
          />
          {entry.mask === "optional" ? (
            <div className="flex items-center justify-between gap-3 text-sm">
              <span aria-hidden="true" className="font-medium">
                {text("select_by_hand")}
              </span>
              <Switch
                label={text("select_by_hand")}
                checked={byHand}
                onChange={(next) => {
                  setWantsHand(next);
                  setStrokes([]);
                }}
              />
            </div>
          ) : null}
          <Button
            type="submit"
            kind="primary"
            disabled={!canStart}
            icon={<Play className="size-4 rtl:-scale-x-100" aria-hidden="true" />}
          >
            {ready.length > 1 ? text("start_count", { count: ready.length }) : text("start")}
          </Button>
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-1">
          <ul aria-label={text("results")} className="flex flex-col gap-3 empty:hidden">
            {run.items
              .filter(({ key }) => key !== painted?.key || painted.state === "refused")
              .map((item, at) => (
                <ToolResult
                  key={item.key}
                  item={item}
                  name={name}
                  follows={at < FOLLOWED_MAX}
                  onRemove={() => run.remove(item.key)}
                  onAgain={() => void run.again(item, values, extras)}
                />
              ))}
          </ul>
          <DownloadAll items={run.items} />
        </div>
      </form>
    </PictureDrop>
  );
}

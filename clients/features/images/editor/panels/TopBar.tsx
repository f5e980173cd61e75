import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import {
  FlipHorizontal2,
  FlipVertical2,
  PanelRight,
  Redo2,
  RotateCcw,
  RotateCw,
  Scaling,
  SquareSplitHorizontal,
  Undo2,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { useState } from "react";
import { flip, turn } from "../model/commands";
import { useEditor, useEditorState } from "../store/use-editor";
import { fitPicture, toggleCompare, zoomBy } from "./actions";
import { ExportMenu } from "./ExportMenu";
import { keyOf } from "./keys";
import { ResizeDialog } from "./ResizeDialog";

/** What concerns the whole picture: undo, view, turning, export, saving. */
export function TopBar({
  saving,
  panelOpen,
  onSave,
  onTogglePanel,
  onFail,
}: {
  saving: boolean;
  panelOpen: boolean;
  onSave: () => void;
  onTogglePanel: () => void;
  onFail: (error: unknown) => void;
}) {
  const text = useText("images");
  const editor = useEditor();
  const canUndo = useEditorState(({ edited }) => edited.past.length > 0);
  const canRedo = useEditorState(({ edited }) => edited.future.length > 0);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-2 py-1.5">
      <div className="flex items-center">
        <IconButton
          label={text("editor.undo")}
          keys={keyOf("undo")}
          icon={<Undo2 className="rtl:-scale-x-100" />}
          side="bottom"
          disabled={!canUndo}
          onClick={() => editor.undo()}
        />
        <IconButton
          label={text("editor.redo")}
          keys={keyOf("redo")}
          icon={<Redo2 className="rtl:-scale-x-100" />}
          side="bottom"
          disabled={!canRedo}
          onClick={() => editor.redo()}
        />
      </div>
      <div className="flex items-center gap-x-3 overflow-x-auto @max-3xl:order-last @max-3xl:w-full">
        <ZoomButtons />
        <WholePicture />
      </div>
      <div className="ms-auto flex items-center gap-2">
        <IconButton
          label={text("editor.panels")}
          icon={<PanelRight className="rtl:-scale-x-100" />}
          side="bottom"
          aria-expanded={panelOpen}
          onClick={onTogglePanel}
          className="@3xl:hidden"
        />
        <ExportMenu onFail={onFail} />
        <Button
          kind="primary"
          data-tip={text("save")}
          data-tip-keys={keyOf("save")}
          data-tip-side="bottom"
          busy={saving}
          onClick={onSave}
        >
          {text("save")}
        </Button>
      </div>
    </div>
  );
}

function ZoomButtons() {
  const text = useText("images");
  const editor = useEditor();
  const percent = useEditorState(({ view }) => Math.round(view.zoom * 100));
  return (
    <div className="flex items-center">
      <IconButton
        label={text("editor.zoom_out")}
        keys={keyOf("zoom_out")}
        icon={<ZoomOut />}
        side="bottom"
        onClick={() => zoomBy(editor, -1)}
      />
      <Button
        kind="ghost"
        size="sm"
        className="min-w-14 tabular-nums"
        data-tip={text("editor.fit")}
        data-tip-keys={keyOf("fit")}
        data-tip-side="bottom"
        aria-label={text("editor.fit_from", { percent })}
        onClick={() => fitPicture(editor)}
      >
        {text("editor.percent", { percent })}
      </Button>
      <IconButton
        label={text("editor.zoom_in")}
        keys={keyOf("zoom_in")}
        icon={<ZoomIn />}
        side="bottom"
        onClick={() => zoomBy(editor, 1)}
      />
    </div>
  );
}

function WholePicture() {
  const text = useText("images");
  const editor = useEditor();
  const compares = useEditorState(({ compareAt }) => compareAt !== null);
  const [resizing, setResizing] = useState(false);
  return (
    <div className="flex items-center">
      <IconButton
        label={text("editor.rotate_left")}
        icon={<RotateCcw />}
        side="bottom"
        onClick={() => editor.do(turn(editor.document, -1))}
      />
      <IconButton
        label={text("editor.rotate_right")}
        icon={<RotateCw />}
        side="bottom"
        onClick={() => editor.do(turn(editor.document, 1))}
      />
      <IconButton
        label={text("editor.flip_horizontal")}
        icon={<FlipHorizontal2 />}
        side="bottom"
        onClick={() => editor.do(flip(editor.document, "horizontal"))}
      />
      <IconButton
        label={text("editor.flip_vertical")}
        icon={<FlipVertical2 />}
        side="bottom"
        onClick={() => editor.do(flip(editor.document, "vertical"))}
      />
      <IconButton
        label={text("editor.resize")}
        icon={<Scaling />}
        side="bottom"
        onClick={() => setResizing(true)}
      />
      <IconButton
        label={text("editor.compare")}
        keys={keyOf("compare")}
        icon={<SquareSplitHorizontal />}
        side="bottom"
        aria-pressed={compares}
        onClick={() => toggleCompare(editor)}
      />
      {resizing ? <ResizeDialog onClose={() => setResizing(false)} /> : null}
    </div>
  );
}

import { useText } from "@ensemble/i18n/text";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import { ArrowDown, ArrowUp, Copy, Lock, LockOpen, Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { addLayer, patchLayer } from "../model/commands";
import { layerOf } from "../model/document";
import { adjustmentLayer, paintLayer } from "../model/layers";
import { deleteActive, duplicateActive, moveActive } from "../panels/actions";
import { addPicture } from "../panels/add-picture";
import { keyOf } from "../panels/keys";
import { useEditor, useEditorState } from "../store/use-editor";

/** Adds layers, and does what can be done with the active one. */
export function LayerActions({ onFail }: { onFail: (error: unknown) => void }) {
  const text = useText("images");
  const editor = useEditor();
  const active = useEditorState(({ edited, activeId }) => layerOf(edited.document, activeId));
  const at = useEditorState(({ edited, activeId }) =>
    edited.document.layers.findIndex(({ id }) => id === activeId),
  );
  const count = useEditorState(({ edited }) => edited.document.layers.length);
  return (
    <div className="flex flex-wrap items-center gap-0.5">
      <AddLayer onFail={onFail} />
      <IconButton
        size="sm"
        label={text("editor.duplicate")}
        keys={keyOf("duplicate")}
        icon={<Copy />}
        disabled={!active}
        onClick={() => duplicateActive(editor)}
      />
      <IconButton
        size="sm"
        label={text("editor.raise")}
        keys={keyOf("raise")}
        icon={<ArrowUp />}
        disabled={at < 0 || at === count - 1}
        onClick={() => moveActive(editor, 1)}
      />
      <IconButton
        size="sm"
        label={text("editor.lower")}
        keys={keyOf("lower")}
        icon={<ArrowDown />}
        disabled={at <= 0}
        onClick={() => moveActive(editor, -1)}
      />
      <IconButton
        size="sm"
        label={text(active?.locked ? "editor.unlock" : "editor.lock")}
        icon={active?.locked ? <Lock /> : <LockOpen />}
        disabled={!active}
        onClick={() =>
          active &&
          editor.do(patchLayer(active.id, { locked: !active.locked }, active.locked ? "unlocked" : "locked"))
        }
      />
      <IconButton
        size="sm"
        label={text("delete")}
        keys={keyOf("delete")}
        icon={<Trash2 />}
        disabled={!active || active.locked}
        onClick={() => deleteActive(editor)}
      />
    </div>
  );
}

function AddLayer({ onFail }: { onFail: (error: unknown) => void }) {
  const text = useText("images");
  const editor = useEditor();
  const file = useRef<HTMLInputElement>(null);
  const { names } = editor;
  const add = (layer: ReturnType<typeof paintLayer> | ReturnType<typeof adjustmentLayer>) =>
    editor.doWith(addLayer(editor.document, layer, editor.state.getState().activeId), layer.id);
  return (
    <>
      <Menu trigger={<IconButton size="sm" label={text("editor.add_layer")} icon={<Plus />} />}>
        <MenuItem onSelect={() => add(paintLayer(names.paint))}>{text("editor.kind.paint")}</MenuItem>
        <MenuItem onSelect={() => add(adjustmentLayer(names.adjustment))}>
          {text("editor.kind.adjustment")}
        </MenuItem>
        <MenuItem onSelect={() => file.current?.click()}>{text("editor.picture_from_file")}</MenuItem>
      </Menu>
      <FileInput
        input={file}
        accept="image/*"
        multiple
        label={text("editor.picture_from_file")}
        onChoose={(files) => void addPicture(editor, files).catch(onFail)}
      />
    </>
  );
}

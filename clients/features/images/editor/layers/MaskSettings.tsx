import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Switch } from "@ensemble/ui/fields/Switch";
import { maskLayer, patchLayer } from "../model/commands";
import type { Layer, LayerMask } from "../model/document";
import { openMask } from "../model/layers";
import { useEditor, useEditorState } from "../store/use-editor";

/** Mask of a layer: whether it applies, and whether brushes work on it. */
export function MaskSettings({ layer }: { layer: Layer }) {
  const text = useText("images");
  const editor = useEditor();
  const place = useEditorState((state) => state.place);
  const { mask } = layer;
  const change = (next: LayerMask | null) =>
    editor.do({ ...patchLayer(layer.id, { mask: next }, "mask_changed"), group: undefined });
  if (!mask)
    return (
      <Button
        size="sm"
        disabled={layer.locked}
        onClick={() => {
          editor.do(maskLayer(layer, openMask(), null));
          editor.state.setState({ place: "mask" });
        }}
      >
        {text("editor.add_mask")}
      </Button>
    );
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3 text-sm">
        <span aria-hidden="true">{text("editor.use_mask")}</span>
        <Switch
          label={text("editor.use_mask")}
          checked={mask.enabled}
          onChange={(enabled) => change({ ...mask, enabled })}
        />
      </div>
      <Segmented
        label={text("editor.brush_on")}
        value={place}
        options={[
          { value: "paint", label: text("editor.brush_on_layer") },
          { value: "mask", label: text("editor.brush_on_mask") },
        ]}
        onChange={(next) => editor.state.setState({ place: next })}
      />
      {place === "mask" ? <p className="text-muted text-xs">{text("editor.hint.mask")}</p> : null}
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" onClick={() => change(invertedMask(mask))}>
          {text("editor.invert_mask")}
        </Button>
        <Button size="sm" onClick={() => change(null)}>
          {text("editor.remove_mask")}
        </Button>
      </div>
    </div>
  );
}

/** Returns the mask that shows what the other hides. */
export const invertedMask = (mask: LayerMask): LayerMask => ({
  ...mask,
  hidesAll: !mask.hidesAll,
  marks: mask.marks.map((mark) => ({ ...mark, erases: !mark.erases })),
});

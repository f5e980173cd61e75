import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Select } from "@ensemble/ui/fields/Select";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Pencil } from "lucide-react";
import type { RefObject } from "react";
import { boundsOfLayer } from "../draw/bounds";
import { ColorField } from "../fields/ColorField";
import { RangeField } from "../fields/RangeField";
import { editText } from "../gestures/typing";
import { patchLayer, transformLayer } from "../model/commands";
import { ADJUSTMENTS, BLENDS, type Layer, layerOf, type ShapeLayer, type TextLayer } from "../model/document";
import { centerOf, type Matrix, quarterTurn, scaling, transformBox } from "../model/matrix";
import { Section } from "../panels/Section";
import { useEditor, useEditorState } from "../store/use-editor";
import { MaskSettings } from "./MaskSettings";

/** Properties of the active layer. `nameField`: gets the focus to rename it. */
export function LayerSettings({ nameField }: { nameField: RefObject<HTMLInputElement | null> }) {
  const text = useText("images");
  const editor = useEditor();
  const layer = useEditorState(({ edited, activeId }) => layerOf(edited.document, activeId));
  if (!layer) return null;
  const change = (patch: Partial<Layer>) => editor.do(patchLayer(layer.id, patch));
  return (
    <Section title={text("editor.layer")}>
      <TextField
        ref={nameField}
        label={text("name")}
        value={layer.name}
        maxLength={120}
        onChange={(name) => change({ name })}
      />
      <RangeField
        label={text("editor.opacity")}
        value={Math.round(layer.opacity * 100)}
        min={0}
        max={100}
        shown={text("editor.percent", { percent: Math.round(layer.opacity * 100) })}
        onChange={(opacity) => change({ opacity: opacity / 100 })}
      />
      {layer.kind === "adjustment" ? (
        <AdjustmentSettings layer={layer} />
      ) : (
        <Select
          label={text("editor.blend")}
          value={layer.blend}
          options={BLENDS.map((value) => ({ value, label: text(`editor.blend.${value}`) }))}
          onChange={(blend) => change({ blend })}
        />
      )}
      {layer.kind === "text" ? <TextSettings layer={layer} /> : null}
      {layer.kind === "shape" ? <ShapeSettings layer={layer} /> : null}
      {layer.kind === "adjustment" ? null : <LayerTurns layer={layer} />}
      <MaskSettings layer={layer} />
    </Section>
  );
}

function AdjustmentSettings({ layer }: { layer: Layer & { kind: "adjustment" } }) {
  const text = useText("images");
  const editor = useEditor();
  return (
    <>
      {ADJUSTMENTS.map((name) => (
        <RangeField
          key={name}
          label={text(`editor.adjust.${name}`)}
          value={layer.values[name]}
          min={name === "blur" || name === "sharpness" ? 0 : -100}
          max={100}
          onChange={(value) =>
            editor.do(patchLayer(layer.id, { values: { ...layer.values, [name]: value } }, "adjusted"))
          }
        />
      ))}
    </>
  );
}

function TextSettings({ layer }: { layer: TextLayer }) {
  const text = useText("images");
  const editor = useEditor();
  const change = (patch: Partial<TextLayer>) => editor.do(patchLayer(layer.id, patch, "text_changed"));
  return (
    <>
      <RangeField
        label={text("editor.size")}
        value={layer.size}
        min={8}
        max={400}
        shown={text("editor.pixels", { pixels: layer.size })}
        onChange={(size) => change({ size })}
      />
      <ColorField label={text("editor.color")} value={layer.color} onChange={(color) => change({ color })} />
      <Button
        size="sm"
        icon={<Pencil className="size-4" aria-hidden="true" />}
        onClick={() => editText(editor, layer)}
      >
        {text("editor.edit_text")}
      </Button>
    </>
  );
}

function ShapeSettings({ layer }: { layer: ShapeLayer }) {
  const text = useText("images");
  const editor = useEditor();
  const part = layer.fill === null ? "stroke" : "fill";
  return (
    <>
      <ColorField
        label={text("editor.color")}
        value={layer[part] ?? "#000000"}
        onChange={(color) => editor.do(patchLayer(layer.id, { [part]: color }))}
      />
      {layer.stroke === null ? null : (
        <RangeField
          label={text("editor.line_width")}
          value={layer.strokeWidth}
          min={1}
          max={100}
          shown={text("editor.pixels", { pixels: layer.strokeWidth })}
          onChange={(strokeWidth) => editor.do(patchLayer(layer.id, { strokeWidth }))}
        />
      )}
    </>
  );
}

/** Turns and mirrors of the layer alone, for keyboards too. */
function LayerTurns({ layer }: { layer: Layer }) {
  const text = useText("images");
  const editor = useEditor();
  const transform = (change: Matrix) => {
    const box = boundsOfLayer(layer);
    if (box) editor.do(transformLayer(layer, centerOf(transformBox(layer.matrix, box)), change));
  };
  const changes: readonly [key: "rotate_layer" | "flip_layer" | "enlarge_layer" | "shrink_layer", Matrix][] =
    [
      ["rotate_layer", quarterTurn(1)],
      ["flip_layer", scaling(-1, 1)],
      ["enlarge_layer", scaling(1.1)],
      ["shrink_layer", scaling(1 / 1.1)],
    ];
  return (
    <div className="flex flex-wrap gap-1.5">
      {changes.map(([key, change]) => (
        <Button key={key} size="sm" disabled={layer.locked} onClick={() => transform(change)}>
          {text(`editor.${key}`)}
        </Button>
      ))}
    </div>
  );
}

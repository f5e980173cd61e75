import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { RangeField } from "../fields/RangeField";
import { COMBINATIONS } from "../mask/mask";
import { useEditor, useEditorState } from "../store/use-editor";
import {
  deselect,
  fillSelection,
  growSelection,
  invertSelection,
  maskBySelection,
  selectAll,
  selectMissing,
} from "./actions";
import { keyOf } from "./keys";

/** Pixels by which a selection grows and shrinks at a time. */
const GROW_PX = 4;

/** Options of the tools that select, and what can be done with the selection. */
export function SelectOptions() {
  const text = useText("images");
  const editor = useEditor();
  const tool = useEditorState((state) => state.tool);
  const combination = useEditorState((state) => state.combination);
  const wand = useEditorState((state) => state.wand);
  return (
    <>
      <Select
        label={text("editor.combination")}
        value={combination}
        options={COMBINATIONS.map((value) => ({ value, label: text(`editor.combination.${value}`) }))}
        onChange={(next) => editor.state.setState({ combination: next })}
      />
      {tool === "wand" ? (
        <>
          <RangeField
            label={text("editor.tolerance")}
            value={wand.tolerance}
            min={0}
            max={150}
            onChange={(tolerance) => editor.state.setState({ wand: { ...wand, tolerance } })}
          />
          <div className="flex items-center justify-between gap-3 text-sm">
            <span aria-hidden="true">{text("editor.contiguous")}</span>
            <Switch
              label={text("editor.contiguous")}
              checked={wand.contiguous}
              onChange={(contiguous) => editor.state.setState({ wand: { ...wand, contiguous } })}
            />
          </div>
          <p className="text-muted text-xs">{text("editor.hint.wand")}</p>
        </>
      ) : null}
      <SelectionActions />
    </>
  );
}

function SelectionActions() {
  const text = useText("images");
  const editor = useEditor();
  const has = useEditorState(({ edited }) => edited.document.selection !== null);
  const hasLayer = useEditorState(({ activeId }) => activeId !== null);
  const actions = [
    { key: "select_all", tip: keyOf("select_all"), needs: false, run: () => selectAll(editor) },
    { key: "invert", tip: keyOf("invert"), needs: false, run: () => invertSelection(editor) },
    { key: "deselect", tip: keyOf("deselect"), needs: true, run: () => deselect(editor) },
    { key: "grow", needs: true, run: () => growSelection(editor, GROW_PX) },
    { key: "shrink", needs: true, run: () => growSelection(editor, -GROW_PX) },
    { key: "select_missing", needs: false, run: () => void selectMissing(editor) },
    { key: "fill_selection", needs: true, run: () => fillSelection(editor) },
    { key: "keep_selected", needs: true, layer: true, run: () => maskBySelection(editor, "keep") },
    { key: "hide_selected", needs: true, layer: true, run: () => maskBySelection(editor, "hide") },
  ] as const;
  return (
    <div className="flex flex-wrap gap-1.5">
      {actions.map((action) => (
        <Button
          key={action.key}
          size="sm"
          data-tip={"tip" in action ? text(`editor.${action.key}`) : undefined}
          data-tip-keys={"tip" in action ? action.tip : undefined}
          disabled={(action.needs && !has) || ("layer" in action && !hasLayer)}
          onClick={action.run}
        >
          {text(`editor.${action.key}`)}
        </Button>
      ))}
    </div>
  );
}

import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import clsx from "clsx";
import { Eye, EyeOff, Lock } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useId, useState } from "react";
import { moveLayer, patchLayer } from "../model/commands";
import type { Layer } from "../model/document";
import { deleteActive, moveActive } from "../panels/actions";
import { Section } from "../panels/Section";
import type { Editor } from "../store/editor";
import { useEditor, useEditorState } from "../store/use-editor";
import { LayerActions } from "./LayerActions";
import { Thumbnail } from "./Thumbnail";

/** List of the layers, the highest first, with what can be done with the active one. */
export function LayersPanel({
  onRename,
  onFail,
}: {
  onRename: () => void;
  onFail: (error: unknown) => void;
}) {
  const text = useText("images");
  const editor = useEditor();
  const layers = useEditorState(({ edited }) => edited.document.layers);
  const shown = layers.toReversed();
  return (
    <Section title={text("editor.layers")}>
      {layers.length === 0 ? (
        <p className="text-muted text-sm">{text("editor.no_layers")}</p>
      ) : (
        <div className="flex max-h-72 overflow-y-auto rounded-md bg-sunken shadow-[inset_0_0_0_1px_var(--line)]">
          {/* Beside the list, because options contain no buttons. */}
          <div className="flex flex-none flex-col">
            {shown.map((layer) => (
              <span key={layer.id} className="flex h-11 items-center ps-1">
                <IconButton
                  size="sm"
                  label={text(layer.visible ? "editor.hide" : "editor.show", { name: layer.name })}
                  icon={layer.visible ? <Eye /> : <EyeOff />}
                  side="inline-start"
                  onClick={() =>
                    editor.do(
                      patchLayer(layer.id, { visible: !layer.visible }, layer.visible ? "hidden" : "shown"),
                    )
                  }
                />
              </span>
            ))}
          </div>
          <LayerList layers={shown} onRename={onRename} />
        </div>
      )}
      <LayerActions onFail={onFail} />
    </Section>
  );
}

function LayerList({ layers, onRename }: { layers: readonly Layer[]; onRename: () => void }) {
  const text = useText("images");
  const editor = useEditor();
  const activeId = useEditorState((state) => state.activeId);
  const listId = useId();
  const [dropAt, setDropAt] = useState<string | null>(null);
  const drop = (event: DragEvent, onto: Layer) => {
    event.preventDefault();
    event.stopPropagation();
    setDropAt(null);
    const moved = event.dataTransfer.getData(LAYER_TYPE);
    const to = editor.document.layers.findIndex(({ id }) => id === onto.id);
    if (moved !== "") editor.do(moveLayer(editor.document, moved, to));
  };
  return (
    <div
      role="listbox"
      tabIndex={0}
      aria-label={text("editor.layers")}
      aria-activedescendant={activeId ? `${listId}${activeId}` : undefined}
      onKeyDown={(event) => handleListKey(editor, layers, event)}
      className="min-w-0 flex-1 rounded-md"
    >
      {layers.map((layer) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
        <div
          key={layer.id}
          id={`${listId}${layer.id}`}
          role="option"
          aria-selected={layer.id === activeId}
          aria-label={describe(layer, text)}
          draggable
          onClick={() => editor.choose(layer.id)}
          onDoubleClick={onRename}
          onDragStart={(event) => event.dataTransfer.setData(LAYER_TYPE, layer.id)}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes(LAYER_TYPE)) return;
            event.preventDefault();
            setDropAt(layer.id);
          }}
          onDragLeave={() => setDropAt(null)}
          onDrop={(event) => drop(event, layer)}
          className={clsx(
            "flex h-11 cursor-default select-none items-center gap-2 px-1.5 text-sm",
            layer.id === activeId ? "bg-accent-soft" : "hover:bg-hover",
            dropAt === layer.id && "shadow-[inset_0_2px_0_0_var(--accent)]",
            layer.visible ? null : "text-muted",
          )}
        >
          <Thumbnail layer={layer} />
          <bdi className="min-w-0 flex-1 truncate">{layer.name}</bdi>
          {layer.locked ? <Lock className="size-3.5 flex-none text-muted" aria-hidden="true" /> : null}
        </div>
      ))}
    </div>
  );
}

/** Type under which a dragged layer is known, so that files and texts are not taken for one. */
const LAYER_TYPE = "application/x-ensemble-layer";

type Text = ReturnType<typeof useText<"images">>;

/** Returns the name of a layer with its state, as it is read aloud. */
const describe = (layer: Layer, text: Text): string =>
  [
    layer.name,
    text(`editor.kind.${layer.kind}`),
    layer.visible ? null : text("editor.is_hidden"),
    layer.locked ? text("editor.is_locked") : null,
  ]
    .filter(Boolean)
    .join(", ");

/** Moves through the list with the arrow keys, and the layer with Alt. `layers`: as shown, the highest first. */
function handleListKey(editor: Editor, layers: readonly Layer[], event: KeyboardEvent): void {
  const at = layers.findIndex(({ id }) => id === editor.state.getState().activeId);
  const last = layers.length - 1;
  const targets: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last };
  const to = targets[event.key];
  if (event.key === "Delete" || event.key === "Backspace") deleteActive(editor);
  else if (to === undefined || event.ctrlKey || event.metaKey) return;
  else if (event.altKey) moveActive(editor, at - to);
  else editor.choose(layers[Math.max(0, Math.min(last, to))]?.id ?? null);
  event.preventDefault();
  event.stopPropagation();
}

import { useText } from "@ensemble/i18n/text";
import clsx from "clsx";
import { type RefObject, useEffect, useRef } from "react";
import type { EditorTool } from "../editor-tool";
import { LayerSettings } from "../layers/LayerSettings";
import { LayersPanel } from "../layers/LayersPanel";
import { useEditorState } from "../store/use-editor";
import { ServerTools } from "./ServerTools";
import { ToolOptions } from "./ToolOptions";

/** Options of the tool, layers, and tools of the server; on narrow screens above the canvas, while open. */
export function SidePanel({
  open,
  tools,
  nameField,
  onRename,
  onFail,
}: {
  open: boolean;
  tools: readonly EditorTool[];
  nameField: RefObject<HTMLInputElement | null>;
  onRename: () => void;
  onFail: (error: unknown) => void;
}) {
  const text = useText("images");
  const tool = useEditorState((state) => state.tool);
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tool has its options at the top.
  useEffect(() => {
    if (panel.current) panel.current.scrollTop = 0;
  }, [tool]);
  return (
    <aside
      ref={panel}
      aria-label={text("editor.panels")}
      className={clsx(
        "flex-none flex-col overflow-y-auto border-line bg-surface @max-3xl:max-h-[38dvh] @max-3xl:border-t @3xl:flex @3xl:w-72 @3xl:border-s",
        open ? "flex" : "hidden",
      )}
    >
      <ToolOptions />
      <LayersPanel onRename={onRename} onFail={onFail} />
      <LayerSettings nameField={nameField} />
      <ServerTools tools={tools} onFail={onFail} />
    </aside>
  );
}

import { keysOfPress } from "@ensemble/blocks/commands/commands";
import { isMac } from "@ensemble/ui/key-names";
import type { Editor } from "../store/editor";
import {
  changeTip,
  confirm,
  deleteActive,
  deselect,
  duplicateActive,
  fitPicture,
  invertSelection,
  leave,
  moveActive,
  nudge,
  selectAll,
  showActualSize,
  toggleCompare,
  zoomBy,
} from "./actions";
import { type Action, actionOf, nudgeOf, toolOf } from "./keys";

export interface KeyHooks {
  save(): void;
  rename(): void;
  /** Ends a gesture of the canvas; false if none goes on. */
  cancelGesture(): boolean;
  fail(error: unknown): void;
}

const TYPED =
  "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";
/** Keys that controls with the focus use themselves. */
const OF_CONTROLS = /^(shift\+)?(arrow\w+|enter| |home|end|delete|backspace)$/;
const CONTROLS = "button, a, input, [role=listbox], [role=menuitem], [role=toolbar] *, [role=dialog] *";

/** Handles the editor's keys, wherever in it the focus is. */
export function handleKey(editor: Editor, event: KeyboardEvent, hooks: KeyHooks): void {
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || event.isComposing || target.closest(TYPED)) return;
  const keys = keysOfPress(event, isMac());
  if (!keys || (OF_CONTROLS.test(keys) && target.closest(CONTROLS))) return;
  if (!perform(editor, keys, hooks)) return;
  event.preventDefault();
  event.stopPropagation();
}

function perform(editor: Editor, keys: string, hooks: KeyHooks): boolean {
  const tool = toolOf(keys);
  const by = nudgeOf(keys);
  const action = actionOf(keys);
  if (tool) editor.use(tool);
  else if (by) nudge(editor, by);
  else if (action) return act(editor, action, hooks);
  else return false;
  return true;
}

/** Performs an action; false if it does nothing now, so that the key stays free. */
export function act(editor: Editor, action: Action, hooks: KeyHooks): boolean {
  const does: Record<Action, () => unknown> = {
    undo: () => editor.undo(),
    redo: () => editor.redo(),
    save: () => hooks.save(),
    delete: () => deleteActive(editor),
    duplicate: () => duplicateActive(editor),
    rename: () => hooks.rename(),
    raise: () => moveActive(editor, 1),
    lower: () => moveActive(editor, -1),
    select_all: () => selectAll(editor),
    deselect: () => deselect(editor),
    invert: () => invertSelection(editor),
    zoom_in: () => zoomBy(editor, 1),
    zoom_out: () => zoomBy(editor, -1),
    fit: () => fitPicture(editor),
    actual_size: () => showActualSize(editor),
    compare: () => toggleCompare(editor),
    smaller_tip: () => changeTip(editor, -1),
    larger_tip: () => changeTip(editor, 1),
    confirm: () => confirm(editor, hooks.fail),
    cancel: () => hooks.cancelGesture() || leave(editor),
  };
  return does[action]() !== false;
}

import type { ToolName } from "../store/editor-state";

/** Key of each tool. */
export const TOOL_KEYS: Record<ToolName, string> = {
  move: "v",
  hand: "h",
  brush: "b",
  eraser: "e",
  rectangle: "m",
  lasso: "l",
  wand: "w",
  select_brush: "q",
  crop: "c",
  text: "t",
  shape: "u",
};

/** Things that keys and buttons do, apart from choosing a tool. */
export const ACTIONS = [
  "undo",
  "redo",
  "save",
  "delete",
  "duplicate",
  "rename",
  "raise",
  "lower",
  "select_all",
  "deselect",
  "invert",
  "zoom_in",
  "zoom_out",
  "fit",
  "actual_size",
  "compare",
  "smaller_tip",
  "larger_tip",
  "confirm",
  "cancel",
] as const;
export type Action = (typeof ACTIONS)[number];

/** Keys of each action; the first is shown. */
export const ACTION_KEYS: Record<Action, readonly string[]> = {
  undo: ["mod+z"],
  redo: ["mod+shift+z", "mod+y"],
  save: ["mod+s"],
  delete: ["delete", "backspace"],
  duplicate: ["mod+j"],
  rename: ["f2"],
  raise: ["alt+arrowup"],
  lower: ["alt+arrowdown"],
  select_all: ["mod+a"],
  deselect: ["mod+d"],
  invert: ["mod+shift+i"],
  zoom_in: ["plus", "=", "shift+plus"],
  zoom_out: ["-"],
  fit: ["0"],
  actual_size: ["1"],
  compare: ["o"],
  smaller_tip: ["["],
  larger_tip: ["]"],
  confirm: ["enter"],
  cancel: ["escape"],
};

export const keyOf = (action: Action): string => ACTION_KEYS[action][0] ?? "";

const byKeys = new Map<string, Action>(
  ACTIONS.flatMap((action) => ACTION_KEYS[action].map((keys) => [keys, action] as const)),
);
const toolsByKey = new Map(Object.entries(TOOL_KEYS).map(([tool, key]) => [key, tool as ToolName]));

export const actionOf = (keys: string): Action | undefined => byKeys.get(keys);
export const toolOf = (keys: string): ToolName | undefined => toolsByKey.get(keys);

const ARROWS: Record<string, readonly [x: number, y: number]> = {
  arrowleft: [-1, 0],
  arrowright: [1, 0],
  arrowup: [0, -1],
  arrowdown: [0, 1],
};
const NUDGE_PX = 1;
const LARGE_NUDGE_PX = 10;

/** Returns how far an arrow key moves, in pixels of the document; null for other keys. */
export function nudgeOf(keys: string): { x: number; y: number } | null {
  const isLarge = keys.startsWith("shift+");
  const arrow = ARROWS[keys.replace(/^shift\+/, "")];
  const step = isLarge ? LARGE_NUDGE_PX : NUDGE_PX;
  return arrow ? { x: arrow[0] * step, y: arrow[1] * step } : null;
}

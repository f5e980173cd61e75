import { createStore, type StoreApi } from "zustand/vanilla";
import type { Assets } from "../draw/assets";
import { type EditorDocument, LAYERS_MAX, type Layer, layerOf } from "../model/document";
import { type Command, type Edited, perform, redo, undo } from "../model/history";
import { applyAll, type Operation } from "../model/operations";
import { type EditorState, initialState, type ToolName } from "./editor-state";

/** Commands that do nothing in a full document. */
const ADDING = new Set(["layer_added", "layer_duplicated"]);

/** Names that new layers get, in the person's language. */
export interface LayerNames {
  picture: string;
  paint: string;
  text: string;
  shape: string;
  adjustment: string;
  copyOf(name: string): string;
}

/** Open document with its tools: everything that panels, keys and the canvas share. */
export class Editor {
  readonly state: StoreApi<EditorState>;
  readonly assets: Assets;
  readonly names: LayerNames;
  /** Document as it was opened first, for comparing. */
  readonly original: EditorDocument;
  readonly #now: () => number;

  constructor(
    edited: Edited,
    original: EditorDocument,
    assets: Assets,
    names: LayerNames,
    now: () => number = Date.now,
  ) {
    this.state = createStore(() => initialState(edited));
    this.assets = assets;
    this.names = names;
    this.original = original;
    this.#now = now;
  }

  /** Returns the document as it is, without gestures that are not over. */
  get document(): EditorDocument {
    return this.state.getState().edited.document;
  }

  get active(): Layer | undefined {
    return layerOf(this.document, this.state.getState().activeId);
  }

  /** Performs a command as one step that can be undone, and ends a preview. */
  do(command: Command): void {
    const { edited } = this.state.getState();
    const next = perform(edited, command, this.#now());
    this.#show(next);
    if (next !== edited) this.say(command.name);
    else if (this.isFull && ADDING.has(command.name)) this.say("too_many_layers", { max: LAYERS_MAX });
  }

  /** True if the document has as many layers as it can have. */
  get isFull(): boolean {
    return this.document.layers.length >= LAYERS_MAX;
  }

  /** Performs a command, and makes a layer of it the active one. */
  doWith(command: Command, activeId: string): void {
    this.do(command);
    if (layerOf(this.document, activeId)) this.state.setState({ activeId, place: "paint" });
  }

  undo(): void {
    const { edited } = this.state.getState();
    const step = edited.past.at(-1);
    this.#show(undo(edited));
    if (step) this.say("undone", undefined, step.name);
  }

  redo(): void {
    const { edited } = this.state.getState();
    const [step] = edited.future;
    this.#show(redo(edited));
    if (step) this.say("redone", undefined, step.name);
  }

  /** Shows changes that are not a step yet: a gesture that goes on. */
  preview(operations: readonly Operation[]): void {
    this.state.setState({ preview: operations });
  }

  /** Replaces the document by another version of it. */
  open(edited: Edited): void {
    this.#show(edited);
  }

  choose(activeId: string | null): void {
    this.state.setState({ activeId, place: "paint" });
  }

  use(tool: ToolName): void {
    const { cropBox } = this.state.getState();
    this.state.setState({
      tool,
      outline: [],
      live: null,
      preview: [],
      pointer: null,
      cropBox: tool === "crop" ? (cropBox ?? this.document.frame) : null,
    });
  }

  /** Says what happened; `step` names the step that it was about. */
  say(key: string, values?: Record<string, string | number>, step?: string): void {
    const count = (this.state.getState().announcement?.count ?? 0) + 1;
    this.state.setState({ announcement: { key, values: step ? { ...values, step } : values, count } });
  }

  #show(edited: Edited): void {
    const { activeId, place } = this.state.getState();
    const active = layerOf(edited.document, activeId);
    this.state.setState({
      edited,
      preview: [],
      live: null,
      outline: [],
      activeId: active ? activeId : (edited.document.layers.at(-1)?.id ?? null),
      place: active?.mask ? place : "paint",
    });
  }
}

const shown = new WeakMap<EditorDocument, { preview: readonly Operation[]; document: EditorDocument }>();

/** Returns the document as it is shown: with the gesture that goes on. */
export function shownDocument({ edited, preview }: Pick<EditorState, "edited" | "preview">): EditorDocument {
  if (preview.length === 0) return edited.document;
  const known = shown.get(edited.document);
  if (known?.preview === preview) return known.document;
  const { document } = applyAll(edited.document, preview);
  shown.set(edited.document, { preview, document });
  return document;
}

import { renderIn } from "@ensemble/blocks/testing";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { Assets } from "../draw/assets";
import type { EditorDocument } from "../model/document";
import { unedited } from "../model/history";
import { testDocument } from "../model/test-documents";
import { Editor, type LayerNames } from "./editor";
import { EditorContext } from "./use-editor";

export const TEST_NAMES: LayerNames = {
  picture: "Image",
  paint: "Paint",
  text: "Text",
  shape: "Shape",
  adjustment: "Adjustment",
  copyOf: (name) => `${name} copy`,
};

/** Returns an editor with a document of one layer of each kind; its clock stands still. */
export const testEditor = (document: EditorDocument = testDocument()): Editor =>
  new Editor(unedited(document), document, new Assets(), TEST_NAMES, () => 0);

export const renderInEditor = async (editor: Editor, ui: ReactNode) =>
  renderIn(<EditorContext value={editor}>{ui}</EditorContext>, { areas: ["images"] });

/** Gives canvases a context that draws nothing and measures ten units a letter: the DOM of tests has none. */
export function blankCanvases(): void {
  const context = new Proxy(
    {},
    {
      get: (_, name) =>
        name === "measureText"
          ? (line: string) => ({ width: line.length * 10 })
          : () => ({ data: new Uint8ClampedArray(4), addColorStop: () => undefined }),
      set: () => true,
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
}

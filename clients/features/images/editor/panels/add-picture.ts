import { addLayer } from "../model/commands";
import { LAYERS_MAX } from "../model/document";
import { fitInto, pictureLayer, placeResult } from "../model/layers";
import type { Editor } from "../store/editor";

/** Adds pictures as layers above the active one: files that were chosen, dropped or pasted. */
export async function addPicture(editor: Editor, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const asset = await editor.assets.add(file);
    const { document, names } = editor;
    const name = file.name.replace(/\.\w+$/, "").slice(0, 60) || names.picture;
    const layer = pictureLayer(name, asset.id, asset, fitInto(document.frame, asset));
    editor.doWith(addLayer(document, layer, editor.state.getState().activeId), layer.id);
  }
}

/** Returns the pictures among what was dropped or pasted. */
export const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));

/** Adds what a tool made of the whole picture, over it, as one step. */
export async function addResult(editor: Editor, result: Blob, name: string): Promise<void> {
  if (editor.isFull) {
    editor.say("too_many_layers", { max: LAYERS_MAX });
    return;
  }
  const asset = await editor.assets.add(result);
  const { document } = editor;
  const { matrix, frame } = placeResult(document.frame, asset);
  const layer = pictureLayer(name, asset.id, asset, matrix);
  editor.doWith(
    {
      name: "result_added",
      operations: [
        {
          kind: "document",
          patch: frame === document.frame ? { selection: null } : { frame, selection: null },
        },
        { kind: "insert", layer, at: document.layers.length },
      ],
    },
    layer.id,
  );
}

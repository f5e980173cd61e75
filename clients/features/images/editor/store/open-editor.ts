import { Assets } from "../draw/assets";
import { type EditorDocument, emptyDocument } from "../model/document";
import { type Edited, unedited } from "../model/history";
import { pictureLayer } from "../model/layers";
import { translation } from "../model/matrix";
import { Autosave } from "./autosave";
import { DocumentStorage } from "./document-storage";
import { Editor, type LayerNames } from "./editor";

/** Size of a picture that is begun with nothing. */
const NEW_SIZE = { width: 1024, height: 1024 };

/** What a document begins with: a picture, layers, or nothing. */
export type EditorSource = Blob | EditorDocument | null;

export interface Opened {
  editor: Editor;
  /** Null if the browser keeps nothing, as in private windows. */
  autosave: Autosave | null;
  /** True if the document was found on this device with its history. */
  restored: boolean;
  close(): Promise<void>;
}

/** Opens a document as it was left on this device, else from its source. Throws `UnusablePicture`. */
export async function openEditor(
  key: string,
  source: EditorSource,
  names: LayerNames,
  openStorage: () => Promise<DocumentStorage> = () => DocumentStorage.open(),
): Promise<Opened> {
  const assets = new Assets();
  const storage = await openStorage().catch((error: unknown) => {
    console.warn("this browser keeps no pictures", error);
    return null;
  });
  try {
    const stored = await storage?.read(key);
    const found = stored && wasEdited(stored.stored.edited) ? stored : null;
    if (found) for (const [id, blob] of found.blobs) await assets.add(blob, id);
    const edited = found?.stored.edited ?? unedited(await firstDocument(source, assets, names));
    const editor = new Editor(edited, found?.stored.original ?? edited.document, assets, names);
    if (found) editor.say("restored");
    const autosave =
      storage && startAutosave(editor, storage, key, stored?.stored.revision ?? 0, found?.blobs);
    // A page that closes has no time to write its picture; and what one has left is compared with the stored version.
    if (!stored || found?.isClosing) {
      editor.state.setState({ saving: "unsaved" });
      await autosave?.flush();
    }
    const close = async () => {
      await autosave?.close();
      assets.close();
    };
    return { editor, autosave, restored: Boolean(found), close };
  } catch (error) {
    storage?.close();
    assets.close();
    throw error;
  }
}

const wasEdited = ({ past, future }: Edited): boolean => past.length > 0 || future.length > 0;

async function firstDocument(
  source: EditorSource,
  assets: Assets,
  names: LayerNames,
): Promise<EditorDocument> {
  if (!source) return emptyDocument(NEW_SIZE.width, NEW_SIZE.height);
  if (!(source instanceof Blob)) return source;
  const asset = await assets.add(source);
  const layer = pictureLayer(names.picture, asset.id, asset, translation(0, 0));
  return { ...emptyDocument(asset.width, asset.height), layers: [layer] };
}

function startAutosave(
  editor: Editor,
  storage: DocumentStorage,
  key: string,
  revision: number,
  blobs: Map<string, Blob> | undefined,
): Autosave {
  const channel =
    typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("ensemble-image-editor");
  const autosave = new Autosave(editor, storage, { key, revision, stored: blobs?.keys() ?? [], channel });
  if (storage) void storage.removeOld(key).catch((error: unknown) => console.warn(error));
  return autosave;
}

import { type DocumentStorage, RevisionConflict } from "./document-storage";
import type { Editor } from "./editor";
import type { Saving } from "./editor-state";

/** Time after the last change at which it is written. */
export const SAVE_AFTER_MS = 600;

interface Channel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
}

/**
 * Writes the document of an editor to the device, shortly after each change and when the page closes. Stops when
 * another tab has written the same document, until the person decides.
 */
export class Autosave {
  readonly #editor: Editor;
  readonly #storage: DocumentStorage;
  readonly #key: string;
  readonly #channel: Channel | null;
  readonly #stored = new Set<string>();
  #revision: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isWriting = false;
  #unsubscribe: () => void;

  constructor(
    editor: Editor,
    storage: DocumentStorage,
    {
      key,
      revision,
      stored,
      channel,
    }: { key: string; revision: number; stored: Iterable<string>; channel?: Channel },
  ) {
    this.#editor = editor;
    this.#storage = storage;
    this.#key = key;
    this.#revision = revision;
    for (const id of stored) this.#stored.add(id);
    this.#channel = channel ?? null;
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#hear(data);
    this.#unsubscribe = editor.state.subscribe((now, before) => {
      if (now.edited !== before.edited) this.#schedule();
    });
  }

  /** Writes at once what is not written yet. */
  flush(): Promise<void> {
    const { saving } = this.#editor.state.getState();
    if (saving !== "unsaved" && saving !== "failed") return this.#writing;
    clearTimeout(this.#timer);
    // A page that closes cannot wait for the write before.
    this.#writing = this.#isWriting ? this.#writing.then(() => this.#write()) : this.#write();
    return this.#writing;
  }

  /** Writes what is not written yet while the page closes. */
  flushClosing(): void {
    const { saving, edited } = this.#editor.state.getState();
    if (saving !== "unsaved" && saving !== "failed") return;
    const document = {
      edited,
      original: this.#editor.original,
      saved_at: Date.now(),
      revision: this.#revision,
    };
    this.#storage.writeClosing(this.#key, document, this.#unstoredBlobs());
  }

  /** Writes this tab's version over the other tab's. */
  async keepMine(): Promise<void> {
    this.#revision = await this.#storage.revisionOf(this.#key);
    this.#setSaving("unsaved");
    await this.flush();
  }

  /** Shows the other tab's version in place of this tab's. */
  async takeTheirs(): Promise<void> {
    await this.#storage.dropClosing(this.#key);
    const found = await this.#storage.read(this.#key);
    if (!found) return this.keepMine();
    for (const [id, blob] of found.blobs) {
      if (!this.#editor.assets.pictureOf(id)) await this.#editor.assets.add(blob, id);
      this.#stored.add(id);
    }
    this.#revision = found.stored.revision;
    this.#editor.open(found.stored.edited);
    clearTimeout(this.#timer);
    this.#setSaving("saved");
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    await this.flush();
    clearTimeout(this.#timer);
    this.#channel?.close();
    await this.#storage.removeUnused(this.#key);
    this.#storage.close();
  }

  /** Returns the pictures that are not on the device yet. */
  #unstoredBlobs(): [string, Blob][] {
    return this.#editor.assets.blobs().filter(([id]) => !this.#stored.has(id));
  }

  #schedule(): void {
    if (this.#editor.state.getState().saving === "conflict") return;
    this.#setSaving("unsaved");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), SAVE_AFTER_MS);
  }

  async #write(): Promise<void> {
    const { edited } = this.#editor.state.getState();
    const blobs = this.#unstoredBlobs();
    const document = { edited, original: this.#editor.original, saved_at: Date.now() };
    this.#isWriting = true;
    try {
      this.#revision = await this.#storage.write(this.#key, document, this.#revision, blobs);
      for (const [id] of blobs) this.#stored.add(id);
      this.#channel?.postMessage({ key: this.#key, revision: this.#revision });
      if (this.#editor.state.getState().edited === edited) this.#setSaving("saved");
    } catch (error) {
      if (!(error instanceof RevisionConflict))
        console.warn("the picture was not kept on this device", error);
      this.#setSaving(error instanceof RevisionConflict ? "conflict" : "failed");
    } finally {
      this.#isWriting = false;
    }
  }

  /** Learns that another tab has written the document. */
  #hear(message: unknown): void {
    const { key, revision } = message as { key?: string; revision?: number };
    if (key === this.#key && (revision ?? 0) > this.#revision) {
      clearTimeout(this.#timer);
      this.#setSaving("conflict");
    }
  }

  #setSaving(saving: Saving): void {
    this.#editor.state.setState({ saving });
  }
}

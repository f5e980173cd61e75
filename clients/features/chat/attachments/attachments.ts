import type { Sending } from "@ensemble/blocks/attachments/send-file";
import { type Drafts, draftsOf } from "@ensemble/blocks/drafts/drafts";
import { api } from "@ensemble/contract/api";
import { FILES_MAX } from "@ensemble/contract/generated/limits/files";
import { ProblemError, toProblem } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { AttachedFile, FileInfo, Problem, UnreadPart } from "@ensemble/contract/wire";
import type { Host } from "@ensemble/host/host";
import { createStore, type StoreApi } from "zustand/vanilla";
import { browserFiles, type KeptFiles } from "./kept-files";

/** File in a draft. `lost`: the page was left before the upload finished, and the browser did not keep it. */
export interface Attachment extends AttachedFile {
  state: "sending" | "reading" | "ready" | "failed" | "lost";
  /** Progress from 0 to 1 during the upload. */
  progress: number;
  problem: Problem | null;
  /** Parts that were not read, once it is ready. */
  unread?: readonly UnreadPart[];
}

export interface Attachments {
  /** Files of each draft by its place. */
  readonly places: StoreApi<Record<string, readonly Attachment[]>>;
  /** Returns the files of a draft and resumes interrupted uploads. */
  read(place: string): readonly Attachment[];
  /** Adds files and returns the number that exceeded the limit. */
  add(place: string, files: readonly File[]): number;
  retry(place: string, id: string): void;
  remove(place: string, id: string): void;
  /** Takes the files that can be sent out of the draft; failed ones are ignored, as in spec §4. */
  take(place: string): AttachedFile[];
  /** Moves the files of a draft to another place, where their uploads go on. */
  move(from: string, to: string): void;
  /** Returns files to their draft after the message was not sent. */
  giveBack(place: string, files: readonly AttachedFile[]): void;
}

export interface AttachmentsDeps {
  drafts: Drafts;
  kept?: KeptFiles;
  prepare?: (file: File) => Promise<File>;
}

/** Stored form of an attached file in a draft. */
type Stored = AttachedFile & Pick<Attachment, "unread"> & { done: boolean };

const draftOf = (place: string) => `files:${place}`;

export function createAttachments({
  drafts,
  kept = browserFiles(),
  prepare = prepareWhenLoaded,
}: AttachmentsDeps): Attachments {
  const places = createStore<Record<string, readonly Attachment[]>>(() => ({}));
  const sending = new Map<string, AbortController>();
  const loaded = new Map<string, readonly Attachment[]>();

  const list = (place: string) => places.getState()[place] ?? loaded.get(place) ?? [];

  const write = (place: string, files: readonly Attachment[]) => {
    const stored = files.map(({ file_id, name, media_type, size_bytes, state, unread }): Stored => {
      return { file_id, name, media_type, size_bytes, unread, done: state === "ready" };
    });
    drafts.write(draftOf(place), stored.length > 0 ? JSON.stringify(stored) : "");
    places.setState({ [place]: files });
  };

  const moved = new Map<string, string>();

  const change = (started: string, id: string, next: Partial<Attachment>) => {
    const place = moved.get(id) ?? started;
    if (list(place).every((file) => file.file_id !== id)) return;
    write(
      place,
      list(place).map((file) => (file.file_id === id ? { ...file, ...next } : file)),
    );
  };

  const show = (place: string, info: FileInfo) =>
    change(place, info.id, {
      name: info.name,
      media_type: info.media_type,
      size_bytes: info.size_bytes,
      state: STATES[info.state],
      progress: info.received_bytes / info.size_bytes,
      problem: info.problem,
      unread: info.unread,
    });

  /** Runs the upload of a file and shows its outcome. */
  const follow = async (place: string, id: string, work: (signal: AbortSignal) => Promise<FileInfo>) => {
    const controller = new AbortController();
    sending.get(id)?.abort();
    sending.set(id, controller);
    try {
      show(place, await work(controller.signal));
      await kept.drop(id);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof Lost) change(place, id, { state: "lost" });
      else change(place, id, { state: "failed", problem: toProblem(error) });
    } finally {
      if (sending.get(id) === controller) sending.delete(id);
    }
  };

  const send = (place: string, id: string, name: string, file: Blob) =>
    follow(place, id, (signal) =>
      sendFile({ id, name, file, signal, onProgress: (info) => show(place, info) }),
    );

  const begin = async (place: string, id: string, given: File) => {
    const file = await prepare(given);
    change(place, id, { name: file.name, media_type: file.type, size_bytes: file.size });
    await kept.keep(id, file);
    await send(place, id, file.name, file);
  };

  /** Resumes the upload of a file from an earlier page. */
  const goOn = (place: string, { file_id: id, name }: AttachedFile) =>
    void follow(place, id, async (signal) => {
      const file = await kept.find(id);
      if (file) return sendFile({ id, name, file, signal, onProgress: (info) => show(place, info) });
      const { lookUp, waitUntilRead } = await sendingCode();
      const info = await lookUp(id, signal).catch((error: unknown) => {
        if (error instanceof ProblemError && error.status === 404) return null;
        throw error;
      });
      if (info === null || info.state === "receiving") throw new Lost();
      return waitUntilRead(info, signal, (seen) => show(place, seen));
    });

  return {
    places,
    read(place) {
      const known = places.getState()[place] ?? loaded.get(place);
      if (known) return known;
      const stored = readStored(drafts.read(draftOf(place)));
      const files = stored.map(({ done, ...file }): Attachment => {
        return { ...file, state: done ? "ready" : "sending", progress: done ? 1 : 0, problem: null };
      });
      // Called during rendering: nobody is notified, and the work starts afterwards.
      loaded.set(place, files);
      queueMicrotask(() => {
        for (const file of files) if (file.state === "sending") goOn(place, file);
      });
      return files;
    },
    add(place, files) {
      const here = this.read(place);
      const taken = files.slice(0, Math.max(0, FILES_MAX - here.length));
      const added = taken.map((file): Attachment => {
        const about = { file_id: uuidV7(), name: file.name, media_type: file.type, size_bytes: file.size };
        return { ...about, state: "sending", progress: 0, problem: null };
      });
      write(place, [...here, ...added]);
      added.forEach(({ file_id }, index) => {
        const file = taken[index];
        if (file) void begin(place, file_id, file);
      });
      return files.length - taken.length;
    },
    retry(place, id) {
      change(place, id, { state: "sending", progress: 0, problem: null });
      void follow(place, id, async (signal) => {
        const file = await kept.find(id);
        const name = list(place).find((one) => one.file_id === id)?.name ?? "";
        const again = () =>
          api.post("/api/documents/files/{file_id}/retry", { path: { file_id: id }, signal });
        const info = await again().catch((error: unknown) => {
          // The server has only part of it, or nothing.
          if (file && error instanceof ProblemError && [404, 409].includes(error.status)) return null;
          throw error;
        });
        if (info) return (await sendingCode()).waitUntilRead(info, signal, (seen) => show(place, seen));
        return sendFile({ id, name, file: file as Blob, signal, onProgress: (seen) => show(place, seen) });
      });
    },
    remove(place, id) {
      sending.get(id)?.abort();
      sending.delete(id);
      write(
        place,
        list(place).filter((file) => file.file_id !== id),
      );
      void kept.drop(id);
      // If it cannot be deleted now, maintenance deletes it.
      void api.delete("/api/documents/files/{file_id}", { path: { file_id: id } }).catch(() => undefined);
    },
    take(place) {
      const here = list(place);
      const ready = here.filter((file) => file.state === "ready");
      write(place, []);
      return ready.map(({ file_id, name, media_type, size_bytes }) => ({
        file_id,
        name,
        media_type,
        size_bytes,
      }));
    },
    move(from, to) {
      const files = this.read(from);
      for (const { file_id } of files) moved.set(file_id, to);
      write(from, []);
      write(to, files);
    },
    giveBack(place, files) {
      const here = this.read(place);
      const back = files
        .filter(({ file_id }) => here.every((file) => file.file_id !== file_id))
        .map((file): Attachment => ({ ...file, state: "ready", progress: 1, problem: null }));
      write(place, [...back, ...here]);
    },
  };
}

/** Lazy upload code, loaded with the first file or by the shell's `warmUp`; the composer works without it. */
const sendingCode = () => import("@ensemble/blocks/attachments/send-file");
const sendFile = async (sending: Sending) => (await sendingCode()).sendFile(sending);

/** Prepares an image; one that cannot be scaled is sent unchanged, for the server to decide. */
const prepareWhenLoaded = (file: File): Promise<File> =>
  import("@ensemble/blocks/attachments/prepare-image").then(
    ({ prepareImage }) => prepareImage(file),
    () => file,
  );

/** Error if the file's data was lost with the page that held it. */
class Lost extends Error {}

const STATES: Record<FileInfo["state"], Attachment["state"]> = {
  receiving: "sending",
  waiting: "reading",
  parsed: "ready",
  failed: "failed",
};

function readStored(json: string): Stored[] {
  if (json === "") return [];
  try {
    const stored: unknown = JSON.parse(json);
    return Array.isArray(stored)
      ? (stored as Stored[]).filter((file) => typeof file?.file_id === "string")
      : [];
  } catch {
    return [];
  }
}

const STORES = new WeakMap<Drafts, Attachments>();

/** Returns the attachments of this tab. */
export function attachmentsOf({ storage, drafts }: Pick<Host, "storage" | "drafts">): Attachments {
  const tab = draftsOf(storage, drafts);
  const known = STORES.get(tab);
  if (known) return known;
  const created = createAttachments({ drafts: tab });
  STORES.set(tab, created);
  return created;
}

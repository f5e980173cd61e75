import { planImage } from "@ensemble/blocks/attachments/prepare-image";
import { createDrafts } from "@ensemble/blocks/drafts/drafts";
import type { FileInfo } from "@ensemble/contract/wire";
import { memoryStore } from "@ensemble/host/memory-host";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Attachment, createAttachments } from "./attachments";
import { type KeptFiles, memoryFiles } from "./kept-files";

const CHUNK = 4;
const PLACE = "me/new";

vi.mock("@ensemble/contract/server-hints", () => ({ onServerHint: () => () => undefined }));

/** Fake server that stores uploads and parses complete ones. */
function fakeServer(change: { state?: FileInfo["state"]; refuse?: number } = {}) {
  const files = new Map<string, FileInfo>();
  const offsets: number[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(
      input instanceof Request ? input : new URL(String(input), location.origin),
      init,
    );
    const id = new URL(request.url).pathname.split("/")[4] ?? "";
    if (request.method === "POST" && id === "") {
      if (change.refuse)
        return Response.json(
          {
            code: "files.type_not_supported",
            status: change.refuse,
            params: {},
            message: "File type not supported",
          },
          { status: change.refuse },
        );
      const body = (await request.json()) as { id: string; name: string; size_bytes: number };
      const known = files.get(body.id);
      const info = known ?? { ...blank, id: body.id, name: body.name, size_bytes: body.size_bytes };
      files.set(body.id, info);
      return Response.json(info, { status: 201 });
    }
    if (request.method === "DELETE") return new Response(null, { status: 204 });
    const info = files.get(id);
    if (!info)
      return Response.json(
        { code: "files.not_found", status: 404, params: {}, message: "" },
        { status: 404 },
      );
    if (request.method === "PATCH") {
      const offset = Number(request.headers.get("upload-offset"));
      offsets.push(offset);
      const received = offset + (await request.arrayBuffer()).byteLength;
      const whole = received === info.size_bytes;
      files.set(id, {
        ...info,
        received_bytes: received,
        state: whole ? (change.state ?? "parsed") : "receiving",
      });
    }
    return Response.json(files.get(id));
  });
  return { files, offsets };
}

const blank: FileInfo = {
  id: "",
  name: "",
  media_type: "text/plain",
  size_bytes: 0,
  received_bytes: 0,
  chunk_max_bytes: CHUNK,
  state: "receiving",
  problem: null,
  words: 2,
  pages: 1,
  unread: [],
  created_at: "2026-11-21T12:00:00Z",
};

const open = (storage = memoryStore(), kept: KeptFiles = memoryFiles()) => {
  const attachments = createAttachments({
    drafts: createDrafts(storage, "tab"),
    kept,
    prepare: (file) => Promise.resolve(file),
  });
  return { attachments, storage, kept };
};

const file = (content: string, name = "a.txt") => new File([content], name, { type: "text/plain" });
const states = (files: readonly Attachment[]) => files.map(({ name, state }) => `${name} ${state}`);

afterEach(() => vi.restoreAllMocks());

describe("the files of a draft", () => {
  test("are sent in chunks, and can go out when they are read", async () => {
    const { offsets } = fakeServer();
    const { attachments } = open();
    expect(attachments.add(PLACE, [file("0123456789")])).toBe(0);
    await vi.waitFor(() => expect(states(attachments.read(PLACE))).toEqual(["a.txt ready"]));
    expect(offsets).toEqual([0, 4, 8]);

    const [taken] = attachments.take(PLACE);
    expect(taken?.name).toBe("a.txt");
    expect(attachments.read(PLACE)).toEqual([]);
    if (taken) attachments.giveBack(PLACE, [taken]);
    expect(states(attachments.read(PLACE))).toEqual(["a.txt ready"]);
  });

  test("go on after a reload where the server says that they stopped", async () => {
    const { files, offsets } = fakeServer();
    const { attachments, storage, kept } = open();
    attachments.add(PLACE, [file("0123456789")]);
    await vi.waitFor(() => expect(states(attachments.read(PLACE))).toEqual(["a.txt ready"]));
    const id = attachments.read(PLACE)[0]?.file_id ?? "";
    // As if the page had closed after the first chunk.
    files.set(id, { ...blank, id, name: "a.txt", size_bytes: 10, received_bytes: 4 });
    await kept.keep(id, file("0123456789"));
    storage.set(
      `draft/files:${PLACE}/tab`,
      JSON.stringify({
        text: JSON.stringify([
          { file_id: id, name: "a.txt", media_type: "text/plain", size_bytes: 10, done: false },
        ]),
        at: Date.now(),
      }),
    );
    offsets.length = 0;

    const reloaded = open(storage, kept).attachments;
    expect(states(reloaded.read(PLACE))).toEqual(["a.txt sending"]);
    await vi.waitFor(() => expect(states(reloaded.read(PLACE))).toEqual(["a.txt ready"]));
    expect(offsets).toEqual([4, 8]);
    expect(await kept.find(id)).toBeNull();
  });

  test("are asked for again when nobody kept them", async () => {
    fakeServer();
    const storage = memoryStore();
    const stored = [{ file_id: "f1", name: "a.txt", media_type: "text/plain", size_bytes: 10, done: false }];
    storage.set(`draft/files:${PLACE}/tab`, JSON.stringify({ text: JSON.stringify(stored), at: Date.now() }));
    const { attachments } = open(storage);
    attachments.read(PLACE);
    await vi.waitFor(() => expect(states(attachments.read(PLACE))).toEqual(["a.txt lost"]));
  });

  // spec §5: "supported types only"
  test("say why they were refused, and are left out of the message", async () => {
    fakeServer({ refuse: 415 });
    const { attachments } = open();
    attachments.add(PLACE, [file("x", "a.mp3")]);
    await vi.waitFor(() => expect(states(attachments.read(PLACE))).toEqual(["a.mp3 failed"]));
    expect(attachments.read(PLACE)[0]?.problem?.code).toBe("files.type_not_supported");
    expect(attachments.take(PLACE)).toEqual([]);
  });

  // spec §5: "Up to 20 files at a time"
  test("are twenty at most", () => {
    fakeServer();
    const { attachments } = open();
    const many = Array.from({ length: 22 }, (_, index) => file("x", `${index}.txt`));
    expect(attachments.add(PLACE, many)).toBe(2);
    expect(attachments.read(PLACE)).toHaveLength(20);
  });
});

// spec §9: "Compression: default maximum 2048 at quality 75"
describe("a picture", () => {
  test("stays as it is when it may, and is drawn smaller when it is too large", () => {
    const png = { type: "image/png", size: 100 };
    expect(planImage(2_048, 10, png)).toEqual({ width: 2_048, height: 10, keep: true });
    expect(planImage(4_096, 1_024, png)).toEqual({ width: 2_048, height: 512, keep: false });
    expect(planImage(10, 10, { type: "image/webp", size: 100 }).keep).toBe(false);
    expect(planImage(10, 10, { type: "image/png", size: 4_000_001 }).keep).toBe(false);
  });
});

import { useDraftText } from "@ensemble/blocks/drafts/use-draft-text";
import { useMe } from "@ensemble/blocks/session-queries";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Image, ImageBoard, ImageModel } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import type { KeyValueStore } from "@ensemble/host/host";
import { useNavigation } from "@ensemble/host/navigation";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshGallery } from "../gallery/gallery-queries";
import { addBoardMutation, addUpload, beginTaskMutation } from "../image-queries";
import { IMAGE_PLACES } from "../places";
import { INITIAL_SETTINGS, workOf } from "../studio/create-settings";
import { nameOfChat } from "./artist-turns";

const MODEL_KEY = "images.artist_model";

/**
 * State of a chat about pictures. Its turns are the images of a board; what is asked next is kept until it is
 * sent, and the requests in progress through a reload.
 */
export function useArtist(board: ImageBoard | null, models: readonly ImageModel[]) {
  const me = useMe();
  const client = useQueryClient();
  const { storage, drafts } = useHost();
  const { navigate } = useNavigation();
  const place = `images/${me.id}/artist/${board?.id ?? "new"}`;
  const [words, setWords] = useDraftText(place);
  const [pending, setPending] = useState(() => (board ? readTasks(drafts, board.id) : []));
  const [modelId, setModelId] = useState(() => storage.get(MODEL_KEY));
  const addBoard = useMutation(addBoardMutation(client));
  const begin = useMutation(beginTaskMutation(client));
  // Pictures are edited from turn to turn.
  const able = models.filter(({ abilities }) => abilities.creates || abilities.references_max > 0);
  const preferred = able.find(({ abilities }) => abilities.references_max > 0) ?? able[0];
  const model = able.find(({ id }) => id === modelId) ?? preferred;

  /** Returns the board of the chat, which the first turn makes. */
  const boardFor = async (name: string) => board ?? (await addBoard.mutateAsync({ id: uuidV7(), name }));
  const keep = (boardId: string, tasks: readonly string[]) => {
    drafts.set(tasksKey(boardId), tasks.join(" "));
    if (boardId === board?.id) setPending([...tasks]);
  };
  const openChat = (made: ImageBoard) => {
    if (!board) navigate(IMAGE_PLACES.artist(made.id, made.name), { replace: true });
  };
  const ask = useMutation({
    meta: { ownError: true },
    mutationFn: async ({ prompt, base }: { prompt: string; base: Image | null }) => {
      if (!model) return;
      const place = await boardFor(nameOfChat(prompt));
      const references = base ? [{ file_id: base.file_id }] : [];
      const work = workOf(model, prompt, INITIAL_SETTINGS, references, base?.id ?? null);
      const task = await begin.mutateAsync({ id: uuidV7(), work, board_id: place.id });
      setWords("");
      keep(place.id, [...readTasks(drafts, place.id), task.id].slice(-PENDING_MAX));
      openChat(place);
    },
  });
  const upload = useMutation({
    meta: { ownError: true },
    mutationFn: async ({ fileId, name }: { fileId: string; name: string }) => {
      const place = await boardFor(nameOfChat(name.replace(/\.[^.]*$/, "")) || name);
      await addUpload(fileId, place.id);
      await refreshGallery(client);
      openChat(place);
    },
  });
  return {
    words,
    setWords,
    able,
    model,
    choose: (id: string) => {
      setModelId(id);
      storage.set(MODEL_KEY, id);
    },
    ask,
    upload,
    /** Ids of the requests in progress. */
    pending,
    settle: (taskId: string) => {
      if (board)
        keep(
          board.id,
          pending.filter((id) => id !== taskId),
        );
    },
  };
}

/** Requests that a chat remembers; those that are done are turns by then. */
const PENDING_MAX = 20;
const tasksKey = (boardId: string) => `images.artist_tasks/${boardId}`;

const readTasks = (drafts: KeyValueStore, boardId: string): string[] =>
  (drafts.get(tasksKey(boardId)) ?? "").split(" ").filter(Boolean);

export type Artist = ReturnType<typeof useArtist>;

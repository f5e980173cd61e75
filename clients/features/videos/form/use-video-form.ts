import { useDrafts, useDraftText } from "@ensemble/blocks/drafts/use-draft-text";
import { useMe } from "@ensemble/blocks/session-queries";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Video, VideoModel, VideoTask } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { beginTaskMutation, videoQuery } from "../video-queries";
import { changedModel, changePriceOf, changeWorkOf } from "./remix";
import {
  type Picture,
  type Pictures,
  picturesOf,
  putPicture,
  readPictures,
  sourceWithPictures,
} from "./sources";
import {
  fitSettings,
  INITIAL_SETTINGS,
  lengthLostToEndFrame,
  type Missing,
  missingOf,
  priceOf,
  readSettings,
  settingsOf,
  type VideoSettings,
  workOf,
} from "./video-settings";

const SETTINGS_KEY = "videos.settings";
const MODEL_KEY = "videos.model";

/**
 * State of the form for new videos. What was typed or added is kept until it is sent: through a reload, an
 * error and a change of model.
 */
export function useVideoForm(models: readonly VideoModel[], onBegun: (task: VideoTask) => void) {
  const me = useMe();
  const { storage } = useHost();
  const place = `videos/${me.id}/new`;
  const [prompt, setPrompt] = useDraftText(place);
  const filesPlace = `files:${place}`;
  const drafts = useDrafts();
  const [stored] = useDraftText(filesPlace);
  const [remixedId, setRemixedId] = useDraftText(`refs:${place}`);
  const pictures = readPictures(stored);
  const [settings, setSettings] = useState(() => readSettings(storage.get(SETTINGS_KEY)));
  const [modelId, setModelId] = useState(() => storage.get(MODEL_KEY));
  const [isAnew, setIsAnew] = useState(false);
  const { data: remixed } = useQuery({ ...videoQuery(remixedId), enabled: remixedId !== "" });
  const begin = useMutation(beginTaskMutation(useQueryClient()));
  const model = models.find(({ id }) => id === modelId) ?? models[0];

  const changer = remixed ? changedModel(remixed, models) : null;
  const changed = remixed && changer && !isAnew ? remixed : null;

  /** Changes the pictures as they are by now: several may be on their way at once. */
  const changePictures = (changed: (pictures: Pictures) => Pictures) => {
    const next = changed(readPictures(drafts.texts.getState()[filesPlace] ?? drafts.read(filesPlace)));
    drafts.write(filesPlace, JSON.stringify(next));
  };
  const change = (part: Partial<VideoSettings>) => {
    const next = { ...settings, ...part };
    setSettings(next);
    storage.set(SETTINGS_KEY, JSON.stringify(next));
  };
  const choose = (id: string) => {
    setModelId(id);
    storage.set(MODEL_KEY, id);
  };
  const recall = ({ work, seed }: Video, remixed = "") => {
    setPrompt(work.prompt);
    setRemixedId(remixed);
    setIsAnew(false);
    change(settingsOf(work, seed));
    changePictures(() => picturesOf(work));
    if (models.some(({ id }) => id === work.model)) choose(work.model);
  };
  const missingOfChange = (): Missing | null => (prompt.trim() === "" ? "prompt" : null);
  const missing = changed ? missingOfChange() : missingOf(model, prompt, settings, pictures);
  return {
    model,
    choose,
    prompt,
    setPrompt,
    settings,
    /** Settings as the chosen model takes them. */
    fitted: model ? fitSettings(settings, model.abilities) : settings,
    change,
    resetSettings: () => change({ ...INITIAL_SETTINGS, source: settings.source }),
    pictures,
    changePictures,
    /** Puts a picture where the chosen source has room; another source is chosen where it takes none. */
    take: (picture: Picture) => {
      if (!model) return;
      const { abilities } = model;
      const source = sourceWithPictures(fitSettings(settings, abilities).source, abilities);
      if (source === null) return;
      // What is changed takes no pictures.
      setIsAnew(true);
      changePictures((now) => putPicture(source, now, picture));
      change({ source });
    },
    /** Length that an end frame rules out; null: none. */
    lostLength: model ? lengthLostToEndFrame(settings, model.abilities) : null,
    missing,
    price: changed && changer ? changePriceOf(changed, changer) : model ? priceOf(model, settings) : null,
    isStarting: begin.isPending,
    error: begin.error,
    start: () => {
      if (!model || missing !== null || begin.isPending) return;
      const work = changed
        ? changeWorkOf(changed, prompt)
        : workOf(model, prompt, settings, pictures, remixedId || null);
      begin.mutate(
        { id: uuidV7(), work },
        {
          onSuccess: (task) => {
            setRemixedId("");
            onBegun(task);
          },
        },
      );
    },
    /** Puts back the prompt, the pictures and the settings with which a video was made. */
    recall: (video: Video) => recall(video),
    /** The same, for a new version of the video. */
    remix: (video: Video) => recall(video, video.id),
    /** Video of which a new version is made; null: of none. */
    remixedId: remixedId || null,
    leaveRemix: () => setRemixedId(""),
    /** True if the remixed video's model can change it, in place of making another. */
    canChange: changer !== null,
    /** True if the remix is made anew, with the settings of the form. */
    isAnew: changed === null,
    setIsAnew,
  };
}

export type VideoForm = ReturnType<typeof useVideoForm>;

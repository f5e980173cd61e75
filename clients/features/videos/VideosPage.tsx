import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { Video, VideoModel } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { useMedia } from "@ensemble/ui/use-media";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { CurrentTasks } from "./detail/CurrentTasks";
import { VideoDialog } from "./detail/VideoDialog";
import { NoVideoModel } from "./form/NoVideoModel";
import { useVideoForm } from "./form/use-video-form";
import { VideoForm } from "./form/VideoForm";
import { History } from "./history/History";
import { VIDEO_PLACES } from "./places";
import { videoModelsQuery, videoQuery } from "./video-queries";

export interface VideosPageProps {
  /** File that a new video begins with. */
  frame?: string;
  /** Video whose settings fill the form. */
  use?: string;
  /** Video of which a new version is made. */
  remix?: string;
}

/** Page where videos are made, beside all that were made. */
export function VideosPage(given: VideosPageProps) {
  const text = useText("videos");
  const models = useQuery(videoModelsQuery);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <title>{`${text("videos")} · ${text("product")}`}</title>
      {models.data ? (
        <Studio models={models.data} {...given} />
      ) : models.error ? (
        <PanelProblem error={models.error} onRetry={() => void models.refetch()} />
      ) : (
        <div className="p-6">
          <SkeletonLines count={8} label={text("loading")} />
        </div>
      )}
    </div>
  );
}

type Part = "create" | "history";

function Studio({ models, ...given }: VideosPageProps & { models: readonly VideoModel[] }) {
  const text = useText("videos");
  const wide = useMedia("(min-width: 1024px)");
  const [part, setPart] = useState<Part>("create");
  const [begun, setBegun] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<Video | null>(null);
  const form = useVideoForm(models, ({ id }) => {
    setBegun((before) => [id, ...before]);
    setPart("history");
  });
  // What is put into the form is to be seen.
  const fill = (put: (video: Video) => void) => (video: Video) => {
    put(video);
    setOpened(null);
    setPart("create");
  };
  useGiven(given, form);
  const hasForm = models.length > 0;
  return (
    <>
      <header className="flex flex-none flex-wrap items-center gap-2 border-line border-b px-4 py-2 sm:px-6">
        <h1 className="min-w-0 flex-1 truncate font-semibold text-xl">{text("videos")}</h1>
        {wide ? null : (
          <Segmented
            label={text("view")}
            value={part}
            options={[
              { value: "create", label: text("create") },
              { value: "history", label: text("history") },
            ]}
            onChange={setPart}
          />
        )}
      </header>
      <div className="flex min-h-0 flex-1">
        {wide || part === "create" ? (
          <div className="flex min-h-0 flex-col border-line max-lg:flex-1 lg:w-96 lg:flex-none lg:border-e">
            {hasForm ? <VideoForm form={form} models={models} /> : <NoVideoModel />}
          </div>
        ) : null}
        {wide || part === "history" ? (
          <History above={<CurrentTasks begun={begun} onOpen={setOpened} />} onOpen={setOpened} />
        ) : null}
      </div>
      {opened ? (
        <VideoDialog
          opened={opened}
          onUse={hasForm ? fill(form.recall) : undefined}
          onRemix={hasForm ? fill(form.remix) : undefined}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}

/** Fills the form from an address, once: afterwards the address is the plain one. */
function useGiven({ frame, use, remix }: VideosPageProps, form: ReturnType<typeof useVideoForm>): void {
  const client = useQueryClient();
  const { navigate } = useNavigation();
  const fill = useEffectEvent(async (isCurrent: () => boolean) => {
    const id = remix ?? use;
    if (frame) form.take({ fileId: frame, name: "" });
    if (id) {
      const video = await client.fetchQuery(videoQuery(id));
      if (!isCurrent()) return;
      if (remix) form.remix(video);
      else form.recall(video);
    }
    navigate(VIDEO_PLACES.videos, { replace: true });
  });
  useEffect(() => {
    if (!frame && !use && !remix) return;
    let current = true;
    // A video that is gone leaves the form as it is.
    fill(() => current).catch(() => undefined);
    return () => {
      current = false;
    };
  }, [frame, use, remix]);
}

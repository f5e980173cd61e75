import { OneLine } from "@ensemble/blocks/OneLine";
import { useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { IconButton } from "@ensemble/ui/IconButton";
import { useQuery } from "@tanstack/react-query";
import { Shuffle, X } from "lucide-react";
import { useVideoName } from "../use-video-name";
import { videoQuery } from "../video-queries";
import type { VideoForm } from "./use-video-form";

/** Says of which video a new version is made, and how: by its model, where that can change it, or anew. */
export function RemixNote({ form }: { form: VideoForm }) {
  const text = useText("videos");
  const nameOf = useVideoName();
  const { remixedId } = form;
  const { data: video } = useQuery({ ...videoQuery(remixedId ?? ""), enabled: remixedId !== null });
  if (remixedId === null) return null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2 rounded-md bg-sunken ps-3 pe-1 text-sm">
        <Shuffle className="size-4 flex-none text-muted" aria-hidden="true" />
        <span className="min-w-0 flex-1 py-1.5">
          <OneLine>{video ? text("remix_of", { title: nameOf(video) }) : text("remix")}</OneLine>
        </span>
        <IconButton size="sm" label={text("leave_remix")} icon={<X />} onClick={form.leaveRemix} />
      </div>
      {form.canChange ? (
        <Segmented
          label={text("remix_how")}
          value={form.isAnew ? "anew" : "change"}
          options={[
            { value: "change", label: text("remix_change") },
            { value: "anew", label: text("remix_anew") },
          ]}
          onChange={(how) => form.setIsAnew(how === "anew")}
        />
      ) : null}
      {form.isAnew ? null : <p className="text-muted text-sm">{text("remix_change_hint")}</p>}
    </div>
  );
}

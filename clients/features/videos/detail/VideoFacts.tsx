import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { Video } from "@ensemble/contract/wire";
import { dayAndTime, fileSize } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { useQuery } from "@tanstack/react-query";
import { picturesOf } from "../form/sources";
import { videoModelsQuery } from "../video-queries";
import { PromptBox } from "./PromptBox";

/** How a video was made: prompt, model, settings, pictures and cost. */
export function VideoFacts({ video }: { video: Video }) {
  const facts = useFacts(video);
  return (
    <div className="flex flex-col gap-4">
      <PromptBox prompt={video.prompt} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <MadeFrom video={video} />
    </div>
  );
}

/** Returns the facts that a video has, with their names. */
function useFacts({ work, ...video }: Video): [string, string][] {
  const text = useText("videos");
  const { locale } = useLocale();
  const priceText = usePriceText();
  const { data: models } = useQuery(videoModelsQuery);
  const seconds = new Intl.NumberFormat(locale, { style: "unit", unit: "second", unitDisplay: "long" });
  const facts: [string, string | number | null | undefined][] = [
    [text("model"), models?.find(({ id }) => id === video.model)?.name ?? video.model],
    [text("setting.seconds"), video.seconds === null ? null : seconds.format(video.seconds)],
    [text("setting.ratio"), work.ratio],
    [text("setting.resolution"), work.resolution],
    [text("setting.camera"), work.camera?.replaceAll("_", " ")],
    [text("setting.motion"), work.motion],
    [text("setting.seed"), video.seed],
    [text("setting.negativePrompt"), work.negative_prompt],
    [text("setting.cfgScale"), work.cfg_scale],
    [text("size"), fileSize(video.size_bytes, locale)],
    [text("cost"), video.cost > 0 ? priceText("advanced_credit", video.cost) : null],
    [text("made"), dayAndTime(video.created_at, locale)],
  ];
  return facts.flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)]],
  );
}

function MadeFrom({ video }: { video: Video }) {
  const text = useText("videos");
  const { first, last, references } = picturesOf(video.work);
  const shown = [
    { picture: first, label: text("frame.first") },
    { picture: last, label: text("frame.last") },
    ...references.map((picture) => ({ picture, label: text("picture") })),
  ];
  return (
    <ul aria-label={text("made_from")} className="flex flex-wrap gap-2 empty:hidden">
      {shown.map(({ picture, label }) =>
        picture ? (
          <li key={`${label} ${picture.fileId}`}>
            <img
              src={fileContentUrl(picture.fileId)}
              alt={label}
              className="h-20 w-auto max-w-40 rounded-sm bg-sunken object-contain"
            />
          </li>
        ) : null,
      )}
    </ul>
  );
}

import { CreateBar } from "@ensemble/blocks/images/CreateBar";
import { PictureDrop } from "@ensemble/blocks/images/PictureDrop";
import { REFERENCE_MIN_PIXELS } from "@ensemble/blocks/images/send-picture";
import { useSendPictures } from "@ensemble/blocks/images/use-send-pictures";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { ImageModel } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { useQueryClient } from "@tanstack/react-query";
import { Sparkles, Square } from "lucide-react";
import { useState } from "react";
import { imageQuery } from "../image-queries";
import { INITIAL_SETTINGS, priceOf } from "../studio/create-settings";
import { ModelField } from "../studio/ModelField";
import { ChoosePictures } from "../tools/ChoosePictures";
import { CompareSlider } from "../tools/CompareSlider";
import { QualityField } from "./QualityField";
import { type MakeMore, useMakeMore } from "./use-make-more";

/** Place where an image is made more of something, step by step. `models`: those that edit. */
export function MoreDesk({ models }: { models: readonly ImageModel[] }) {
  const text = useText("images");
  const apps = useText("image_apps");
  const client = useQueryClient();
  const more = useMakeMore();
  const [quality, setQuality] = useState("");
  const [modelId, setModelId] = useState(models[0]?.id);
  const model = models.find(({ id }) => id === modelId) ?? models[0];
  const { sending, send } = useSendPictures(REFERENCE_MIN_PIXELS, ({ fileId }) =>
    more.begin({ fileId, imageId: null, width: 1, height: 1 }),
  );
  if (!model) return null;
  const beginWith = async (id: string) => {
    const { file_id, width, height } = await client.fetchQuery(imageQuery(id));
    more.begin({ fileId: file_id, imageId: id, width, height });
  };
  const isReady = more.steps.length > 0 && quality.trim() !== "";
  const start = () => isReady && more.make.mutate({ model, quality: quality.trim() });
  return (
    <PictureDrop
      onFiles={(files) => void send(files.slice(0, 1))}
      onImages={([id]) => id && void beginWith(id)}
      paste
      className="grid items-start gap-6 rounded-lg lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="flex min-w-0 flex-col gap-3">
        {more.steps.length === 0 ? (
          <ChoosePictures several={false} onChoose={(files) => void send(files.slice(0, 1))} />
        ) : (
          <Chain more={more} />
        )}
        {sending.length > 0 ? (
          <p role="status" className="flex items-center gap-2 text-muted text-sm">
            <Spinner />
            {text("sending")}
          </p>
        ) : null}
      </div>
      <form
        aria-label={apps("more.title")}
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <QualityField value={quality} onChange={setQuality} />
        <ModelField model={model} models={models} onChoose={setModelId} />
        <div className="-mx-4 sm:-mx-6">
          <CreateBar
            price={priceOf(model, INITIAL_SETTINGS)}
            label={apps(more.steps.length > 1 ? "more.again" : "more.start")}
            icon={<Sparkles className="size-4" aria-hidden="true" />}
            isReady={isReady}
            isStarting={more.make.isPending}
            hint={more.steps.length === 0 ? apps("more.missing_image") : null}
            error={more.make.error}
            onRetry={start}
          />
        </div>
        {more.make.isPending ? (
          <Button icon={<Square className="size-4" aria-hidden="true" />} onClick={more.stop}>
            {apps("live.stop")}
          </Button>
        ) : null}
      </form>
    </PictureDrop>
  );
}

/** The newest image beside the one before, and all steps. */
function Chain({ more: { steps, goBack, clear } }: { more: MakeMore }) {
  const text = useText("images");
  const apps = useText("image_apps");
  const last = steps.at(-1);
  const before = steps.at(-2);
  if (!last) return null;
  return (
    <>
      {before ? (
        <CompareSlider
          before={fileContentUrl(before.fileId)}
          after={fileContentUrl(last.fileId)}
          width={last.width}
          height={last.height}
          maxHeight="60dvh"
          alt={apps("more.step", { number: steps.length - 1 })}
        />
      ) : (
        <img
          src={fileContentUrl(last.fileId)}
          alt={text("picture")}
          className="mx-auto max-h-[60dvh] max-w-full rounded-md bg-sunken"
        />
      )}
      <ol aria-label={apps("more.steps")} className="flex gap-2 overflow-x-auto p-1">
        {steps.map(({ fileId }, at) => (
          <li key={fileId} className="flex-none">
            <button
              type="button"
              aria-label={at === 0 ? text("picture") : apps("more.step", { number: at })}
              aria-current={at === steps.length - 1 ? "step" : undefined}
              onClick={() => goBack(at)}
              className="block size-16 overflow-hidden rounded-sm aria-[current]:outline-2 aria-[current]:outline-accent"
            >
              <img src={fileContentUrl(fileId)} alt="" className="size-full bg-sunken object-cover" />
            </button>
          </li>
        ))}
      </ol>
      <Button size="sm" kind="ghost" className="self-start" onClick={clear}>
        {apps("more.other")}
      </Button>
    </>
  );
}

import { CreateBar } from "@ensemble/blocks/images/CreateBar";
import { PictureDrop } from "@ensemble/blocks/images/PictureDrop";
import { PromptField } from "@ensemble/blocks/images/PromptField";
import { PromptTools } from "@ensemble/blocks/images/PromptTools";
import { REFERENCE_MIN_PIXELS } from "@ensemble/blocks/images/send-picture";
import { useSendPictures } from "@ensemble/blocks/images/use-send-pictures";
import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import type { VideoModel } from "@ensemble/contract/wire";
import { isolated } from "@ensemble/i18n/isolated";
import { useText } from "@ensemble/i18n/text";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { Select } from "@ensemble/ui/fields/Select";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { Clapperboard } from "lucide-react";
import { EffectField } from "./EffectField";
import { RemixNote } from "./RemixNote";
import { SettingsFields } from "./SettingsFields";
import { SourceFields } from "./SourceFields";
import type { VideoForm as Form } from "./use-video-form";
import { priceOf } from "./video-settings";

const EXAMPLES = ["drone", "product", "character"] as const;

/** Form for new videos: prompt, model, pictures and what the model can be told. */
export function VideoForm({ form, models }: { form: Form; models: readonly VideoModel[] }) {
  const text = useText("videos");
  const { model, missing } = form;
  const { sending, send } = useSendPictures(REFERENCE_MIN_PIXELS, form.take);
  if (!model) return null;
  return (
    <form
      aria-label={text("create_videos")}
      className="flex min-h-0 flex-1 flex-col"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.start();
      }}
    >
      <PictureDrop
        onFiles={(files) => void send(files)}
        paste
        className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6"
      >
        <RemixNote form={form} />
        <PromptField
          label={text("prompt")}
          placeholder={text("prompt_placeholder")}
          value={form.prompt}
          examples={EXAMPLES.map((name) => text(`example.${name}`))}
          onChange={form.setPrompt}
          onSubmit={form.start}
        />
        <PromptTools prompt={form.prompt} source={null} isForVideo onWritten={form.setPrompt} />
        <EffectField form={form} />
        {form.isAnew ? (
          <>
            <ModelField form={form} model={model} models={models} />
            <SourceFields form={form} model={model} />
          </>
        ) : null}
        {sending.length > 0 ? (
          <p className="flex items-center gap-2 text-muted text-sm">
            <Spinner />
            <span className="min-w-0 truncate">{sending[0]?.name}</span>
          </p>
        ) : null}
        {form.isAnew ? <SettingsFields form={form} model={model} /> : null}
      </PictureDrop>
      <CreateBar
        price={form.price}
        label={text("create")}
        icon={<Clapperboard className="size-4" aria-hidden="true" />}
        isReady={missing === null}
        isStarting={form.isStarting}
        hint={missing === null || missing === "prompt" ? null : text(`missing.${missing}`)}
        error={form.error}
        onRetry={form.start}
      />
    </form>
  );
}

/** Choice of the model, each with the price of a video as the form has it now. */
function ModelField({
  form,
  model,
  models,
}: {
  form: Form;
  model: VideoModel;
  models: readonly VideoModel[];
}) {
  const text = useText("videos");
  const priceText = usePriceText();
  const labelOf = (one: VideoModel) => {
    const price = priceOf(one, form.settings);
    // Not the name, by whose first letter people choose.
    const said = price === null ? null : isolated(priceText("advanced_credit", price));
    return [one.name, said, one.connection_name].filter(Boolean).join(" · ");
  };
  return (
    <Select
      label={text("model")}
      value={model.id}
      options={models.map((one) => ({
        value: one.id,
        label: labelOf(one),
        icon: <ModelGlyph id={one.id} size="sm" />,
      }))}
      onChange={form.choose}
    />
  );
}

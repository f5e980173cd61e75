import { PictureDrop } from "@ensemble/blocks/images/PictureDrop";
import { REFERENCE_MIN_PIXELS } from "@ensemble/blocks/images/send-picture";
import { useSendPictures } from "@ensemble/blocks/images/use-send-pictures";
import { CreditPrice } from "@ensemble/blocks/models/CreditPrice";
import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe } from "@ensemble/blocks/session-queries";
import { toProblem } from "@ensemble/contract/problem-error";
import type { VideoModel } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { Select } from "@ensemble/ui/fields/Select";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { Clapperboard } from "lucide-react";
import { RemixNote } from "./RemixNote";
import { SettingsFields } from "./SettingsFields";
import { SourceFields } from "./SourceFields";
import type { VideoForm as Form } from "./use-video-form";
import { priceOf } from "./video-settings";

/** Form for new videos: prompt, model, pictures and what the model can be told. */
export function VideoForm({ form, models }: { form: Form; models: readonly VideoModel[] }) {
  const text = useText("videos");
  const { role } = useMe();
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
        <TextArea
          label={text("prompt")}
          placeholder={text("prompt_placeholder")}
          rows={4}
          value={form.prompt}
          onChange={form.setPrompt}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            form.start();
          }}
        />
        {form.prompt.trim() === "" ? <Examples onChoose={form.setPrompt} /> : null}
        <ModelField form={form} model={model} models={models} />
        <SourceFields form={form} model={model} />
        {sending.length > 0 ? (
          <p className="flex items-center gap-2 text-muted text-sm">
            <Spinner />
            <span className="min-w-0 truncate">{sending[0]?.name}</span>
          </p>
        ) : null}
        <SettingsFields form={form} model={model} />
      </PictureDrop>
      <div className="flex flex-none flex-col gap-2 border-line border-t px-4 py-3 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          {form.price === null ? <span /> : <CreditPrice amount={form.price} />}
          <Button
            type="submit"
            kind="primary"
            disabled={missing !== null}
            busy={form.isStarting}
            icon={<Clapperboard className="size-4" aria-hidden="true" />}
          >
            {text("create")}
          </Button>
        </div>
        {missing === null || missing === "prompt" ? null : (
          <p className="text-muted text-xs">{text(`missing.${missing}`)}</p>
        )}
        {form.error ? (
          <ProblemCard
            problem={toProblem(form.error)}
            operator={role === "operator"}
            onRetry={missing === null ? form.start : undefined}
          />
        ) : null}
      </div>
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
    return [one.name, price === null ? null : priceText("advanced_credit", price), one.connection_name]
      .filter(Boolean)
      .join(" · ");
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

const EXAMPLES = ["drone", "product", "character"] as const;

function Examples({ onChoose }: { onChoose: (prompt: string) => void }) {
  const text = useText("videos");
  return (
    <ul aria-label={text("examples")} className="flex flex-col gap-1">
      {EXAMPLES.map((name) => (
        <li key={name}>
          <button
            type="button"
            className="w-full rounded-md px-2 py-1 text-start text-muted text-sm hover:bg-hover hover:text-ink touch:min-h-11"
            onClick={() => onChoose(text(`example.${name}`))}
          >
            {text(`example.${name}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}

import { CreateBar } from "@ensemble/blocks/images/CreateBar";
import { PictureDrop } from "@ensemble/blocks/images/PictureDrop";
import { PromptField } from "@ensemble/blocks/images/PromptField";
import { PromptTools } from "@ensemble/blocks/images/PromptTools";
import { PROMPT_MAX_CHARS } from "@ensemble/contract/generated/limits/images";
import type { ImageModel } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Switch } from "@ensemble/ui/fields/Switch";
import { useQueryClient } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { imageQuery } from "../image-queries";
import { ModelField } from "./ModelField";
import { References } from "./References";
import { SettingsFields } from "./SettingsFields";
import type { CreateForm as Form } from "./use-create-form";

const EXAMPLES = ["portrait", "product", "poster"] as const;

/**
 * Form for new images: prompt, model, references and what the model can be told. An image of the gallery that is
 * dropped on it gives back its prompt and settings.
 */
export function CreateForm({ form, models }: { form: Form; models: readonly ImageModel[] }) {
  const text = useText("images");
  const client = useQueryClient();
  const { model, missing } = form;
  if (!model) return null;
  const recall = async (id: string) => {
    const image = await client.fetchQuery(imageQuery(id));
    // One that no model made has no settings.
    if (image.work?.type === "create") form.recall(image);
    else form.remix(image);
  };
  return (
    <form
      aria-label={text("create_images")}
      className="flex min-h-0 flex-1 flex-col"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.start();
      }}
    >
      <PictureDrop
        onImages={([id]) => id && void recall(id)}
        className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 outline-offset-[-4px] sm:px-6"
      >
        <PromptField
          label={text("prompt")}
          placeholder={text("prompt_placeholder")}
          maxLength={PROMPT_MAX_CHARS}
          value={form.prompt}
          examples={EXAMPLES.map((name) => text(`example.${name}`))}
          onChange={form.setPrompt}
          onSubmit={form.start}
        />
        <PromptTools
          prompt={form.prompt}
          source={form.references[0]?.fileId ?? null}
          isForVideo={false}
          onWritten={form.setPrompt}
        />
        <ModelField model={model} models={models} onChoose={form.choose} />
        <References form={form} model={model} />
        <SettingsFields form={form} model={model} />
        <div className="flex items-center justify-between gap-3 text-sm">
          <span aria-hidden="true">{text("keep_prompt")}</span>
          <Switch label={text("keep_prompt")} checked={form.keepPrompt} onChange={form.setKeepPrompt} />
        </div>
      </PictureDrop>
      <CreateBar
        price={form.price}
        label={text("create_action")}
        icon={<Sparkles className="size-4" aria-hidden="true" />}
        isReady={missing === null}
        isStarting={form.isStarting}
        hint={missing === null || missing === "prompt" ? null : text(`missing.${missing}`)}
        error={form.error}
        onRetry={form.start}
      />
    </form>
  );
}

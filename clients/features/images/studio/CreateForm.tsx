import { CreateBar } from "@ensemble/blocks/images/CreateBar";
import { PromptField } from "@ensemble/blocks/images/PromptField";
import { PROMPT_MAX_CHARS } from "@ensemble/contract/generated/limits/images";
import type { ImageModel } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { Sparkles } from "lucide-react";
import { References } from "./References";
import { SettingsFields } from "./SettingsFields";
import type { CreateForm as Form } from "./use-create-form";

const EXAMPLES = ["portrait", "product", "poster"] as const;

/** Form for new images: prompt, model, references and what the model can be told. */
export function CreateForm({ form, models }: { form: Form; models: readonly ImageModel[] }) {
  const text = useText("images");
  const { model, missing } = form;
  if (!model) return null;
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
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
        <PromptField
          label={text("prompt")}
          placeholder={text("prompt_placeholder")}
          maxLength={PROMPT_MAX_CHARS}
          value={form.prompt}
          examples={EXAMPLES.map((name) => text(`example.${name}`))}
          onChange={form.setPrompt}
          onSubmit={form.start}
        />
        <Select
          label={text("model")}
          value={model.id}
          options={models.map(({ id, name, connection_name }) => ({
            value: id,
            label: `${name} · ${connection_name}`,
            icon: <ModelGlyph id={id} size="sm" />,
          }))}
          onChange={form.choose}
        />
        <References form={form} model={model} />
        <SettingsFields form={form} model={model} />
        <div className="flex items-center justify-between gap-3 text-sm">
          <span aria-hidden="true">{text("keep_prompt")}</span>
          <Switch label={text("keep_prompt")} checked={form.keepPrompt} onChange={form.setKeepPrompt} />
        </div>
      </div>
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

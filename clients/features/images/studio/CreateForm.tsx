import { CreditPrice } from "@ensemble/blocks/models/CreditPrice";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe } from "@ensemble/blocks/session-queries";
import { PROMPT_MAX_CHARS } from "@ensemble/contract/generated/limits/images";
import { toProblem } from "@ensemble/contract/problem-error";
import type { ImageModel } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { Sparkles } from "lucide-react";
import { References } from "./References";
import { SettingsFields } from "./SettingsFields";
import type { CreateForm as Form } from "./use-create-form";

/** Form for new images: prompt, model, references and what the model can be told. */
export function CreateForm({ form, models }: { form: Form; models: readonly ImageModel[] }) {
  const text = useText("images");
  const { role } = useMe();
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
        <TextArea
          label={text("prompt")}
          placeholder={text("prompt_placeholder")}
          maxLength={PROMPT_MAX_CHARS}
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
      <div className="flex flex-none flex-col gap-2 border-line border-t px-4 py-3 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <CreditPrice amount={form.price} />
          <Button
            type="submit"
            kind="primary"
            disabled={missing !== null}
            busy={form.isStarting}
            icon={<Sparkles className="size-4" aria-hidden="true" />}
          >
            {text("create_action")}
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

const EXAMPLES = ["portrait", "product", "poster"] as const;

function Examples({ onChoose }: { onChoose: (prompt: string) => void }) {
  const text = useText("images");
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

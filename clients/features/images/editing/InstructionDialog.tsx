import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import type { ImageModel } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Select } from "@ensemble/ui/fields/Select";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useState } from "react";
import type { Instruction } from "./use-editor-tools";

/** Asks what a model is to change. */
export function InstructionDialog({
  models,
  onGiven,
  onClose,
}: {
  models: readonly ImageModel[];
  onGiven: (instruction: Instruction) => void;
  onClose: () => void;
}) {
  const text = useText("images");
  const priceText = usePriceText();
  const [prompt, setPrompt] = useState("");
  const [modelId, setModelId] = useState(models[0]?.id ?? "");
  const model = models.find(({ id }) => id === modelId);
  const ready = model !== undefined && prompt.trim() !== "";
  return (
    <FormDialog
      title={text("edit_with_model")}
      cancelLabel={text("cancel")}
      submitLabel={text("create_action")}
      disabled={!ready}
      fieldFirst
      onClose={onClose}
      onSubmit={() => {
        if (ready) onGiven({ prompt: prompt.trim(), model });
      }}
    >
      <TextArea label={text("artist_edit_placeholder")} rows={3} value={prompt} onChange={setPrompt} />
      <Select
        label={text("model")}
        value={modelId}
        options={models.map(({ id, name, connection_name }) => ({
          value: id,
          label: `${name} · ${connection_name}`,
        }))}
        onChange={setModelId}
      />
      <p className="text-muted text-sm">{text("edit_with_model_hint")}</p>
      {model ? <p className="text-faint text-xs">{priceText("advanced_credit", model.credits)}</p> : null}
    </FormDialog>
  );
}

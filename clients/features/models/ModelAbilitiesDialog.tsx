import type { ConnectionModel, ModelChange } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Select } from "@ensemble/ui/fields/Select";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useState } from "react";

const ABILITIES = ["tools", "vision", "reasoning"] as const;
type Abilities = Record<(typeof ABILITIES)[number], boolean>;

/** Change that lets the server detect what a model can do. */
const AUTOMATIC = { tools: "auto", vision: "auto", reasoning: "auto", context_tokens: 0 } as const;

/** Edits what a model can do, for models that the server does not know, and aliases. */
export function ModelAbilitiesDialog({
  model,
  onSave,
  onClose,
}: {
  model: ConnectionModel;
  onSave: (change: Omit<ModelChange, "id">) => void;
  onClose: () => void;
}) {
  const text = useText("models");
  const [can, setCan] = useState<Abilities>(model);
  const [typed, setTyped] = useState(model.context_tokens === null ? "" : String(model.context_tokens));
  const given = typed.trim();
  const context = given === "" ? 0 : /^\d{1,9}$/.test(given) ? Number(given) : null;
  const changes = (): Omit<ModelChange, "id"> => {
    const changed = ABILITIES.filter((ability) => can[ability] !== model[ability]);
    const abilities = changed.map((ability) => [ability, can[ability] ? "on" : "off"]);
    return {
      ...Object.fromEntries(abilities),
      ...(context !== null && context !== (model.context_tokens ?? 0) ? { context_tokens: context } : {}),
    };
  };
  return (
    <FormDialog
      title={text("abilities_of", { name: model.name })}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      disabled={context === null}
      onClose={onClose}
      onSubmit={() => context !== null && onSave(changes())}
    >
      <div className="flex flex-col gap-4">
        {ABILITIES.map((ability) => (
          <Select
            key={ability}
            label={text(`ability.${ability}`)}
            value={can[ability] ? "on" : "off"}
            onChange={(value) => setCan({ ...can, [ability]: value === "on" })}
            options={[
              { value: "on", label: text("supported") },
              { value: "off", label: text("not_supported") },
            ]}
          />
        ))}
        <TextField
          label={text("context_window")}
          hint={text("context_window_hint")}
          error={context === null ? text("context_window_wrong") : undefined}
          inputMode="numeric"
          dir="ltr"
          value={typed}
          onChange={setTyped}
        />
        <Button kind="ghost" size="sm" onClick={() => onSave(AUTOMATIC)}>
          {text("detect_abilities")}
        </Button>
      </div>
    </FormDialog>
  );
}

import { modelsQuery } from "@ensemble/blocks/shared-queries";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { Select } from "@ensemble/ui/fields/Select";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

/** Number of fallback models in the form; more if more were set elsewhere. */
const OFFERED = 3;
const NONE = "";

/** Edits the ordered fallback models of a connection or model. */
export function FallbackModelsDialog({
  name,
  own,
  chosen,
  busy,
  onSave,
  onClose,
}: {
  /** Name of the connection or model. */
  name: string;
  /** Returns true for models that this one cannot fall back to, because they are the same. */
  own: (modelId: string) => boolean;
  chosen: readonly string[];
  busy: boolean;
  onSave: (modelIds: string[]) => void;
  onClose: () => void;
}) {
  const text = useText("models");
  const models = useQuery(modelsQuery);
  const [ids, setIds] = useState(() =>
    Array.from({ length: Math.max(OFFERED, chosen.length) }, (_, at) => chosen[at] ?? NONE),
  );
  const others = (models.data?.models ?? []).filter(
    (model) => !own(model.id) && model.provider !== "builtin",
  );
  const known = new Set(others.map((model) => model.id));
  const options = [
    { value: NONE, label: text("no_stand_in") },
    ...others.map((model) => ({ value: model.id, label: `${model.name} · ${model.connection_name}` })),
    // A model that is switched off stays selected.
    ...ids.filter((id) => id !== NONE && !known.has(id)).map((id) => ({ value: id, label: id })),
  ];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("stand_ins_for", { name })}
      description={text("stand_ins_description", { name })}
      closeLabel={text("cancel")}
      footer={
        <>
          <Button onClick={onClose}>{text("cancel")}</Button>
          <Button kind="primary" busy={busy} onClick={() => onSave(ids.filter((id) => id !== NONE))}>
            {text("save")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {ids.map((id, at) => (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a choice is about
            key={at}
            label={text("stand_in", { number: at + 1 })}
            value={id}
            options={options}
            onChange={(next) => setIds(ids.map((other, place) => (place === at ? next : other)))}
          />
        ))}
      </div>
    </Dialog>
  );
}

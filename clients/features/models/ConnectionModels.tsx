import type { Connection } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Select } from "@ensemble/ui/Select";
import { Switch } from "@ensemble/ui/Switch";
import { useState } from "react";

type ConnectedModel = Connection["models"][number];

/** Hosted providers list hundreds; a few show what there is. */
const SHOWN_AT_FIRST = 6;

/** The models of a connection: which are offered, and what a question to each costs. */
export function ConnectionModels({
  models,
  onChange,
}: {
  models: readonly ConnectedModel[];
  onChange: (change: { id: string; tier?: ConnectedModel["tier"]; enabled?: boolean }) => void;
}) {
  const text = useText("models");
  const [all, setAll] = useState(false);
  const shown = all ? models : models.slice(0, SHOWN_AT_FIRST);
  return (
    <div className="border-line border-t">
      <ul className="divide-y divide-line">
        {shown.map((model) => (
          <li key={model.id} className="flex min-h-11 items-center gap-3 px-4 py-1.5">
            <span dir="ltr" className="min-w-0 flex-1 truncate text-start text-sm">
              {model.name}
            </span>
            <div className="w-32">
              <Select
                compact
                hideLabel
                label={text("tier_of", { name: model.name })}
                value={model.tier}
                disabled={!model.enabled}
                onChange={(tier) => onChange({ id: model.id, tier })}
                options={[
                  { value: "standard", label: text("tier_standard") },
                  { value: "advanced", label: text("tier_advanced") },
                ]}
              />
            </div>
            <Switch
              label={text("offer_model", { name: model.name })}
              checked={model.enabled}
              onChange={(enabled) => onChange({ id: model.id, enabled })}
            />
          </li>
        ))}
      </ul>
      {models.length > SHOWN_AT_FIRST ? (
        <div className="border-line border-t p-1.5">
          <Button kind="ghost" size="sm" wide onClick={() => setAll(!all)}>
            {all ? text("show_fewer") : text("show_all", { count: models.length })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

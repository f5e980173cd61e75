import type { ConnectionModel, ModelChange } from "@ensemble/contract/wire";
import { factsLine, fullNumber, timeOfDay } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { IconButton } from "@ensemble/ui/IconButton";
import clsx from "clsx";
import { Coins, Shuffle, Wrench } from "lucide-react";
import { useState } from "react";
import { FallbackModelsDialog } from "./FallbackModelsDialog";
import { ModelAbilitiesDialog } from "./ModelAbilitiesDialog";
import { TokenPriceDialog } from "./TokenPriceDialog";

/** Number of models shown initially; hosted providers list hundreds. */
const SHOWN_AT_FIRST = 6;

/** Lists the models of a connection: whether each is offered, and, of those that chat, its price. */
export function ConnectionModels({
  models,
  isMedia = false,
  onChange,
}: {
  models: readonly ConnectionModel[];
  /** True if they make images or videos. */
  isMedia?: boolean;
  onChange: (change: ModelChange) => void;
}) {
  const text = useText("models");
  const { locale } = useLocale();
  const [all, setAll] = useState(false);
  const [choosing, setChoosing] = useState<ConnectionModel | null>(null);
  const [pricing, setPricing] = useState<ConnectionModel | null>(null);
  const [equipping, setEquipping] = useState<ConnectionModel | null>(null);
  const shown = all ? models : models.slice(0, SHOWN_AT_FIRST);
  return (
    <div className="border-line border-t">
      <ul className="divide-y divide-line">
        {shown.map((model) => (
          <li
            key={model.id}
            className={clsx(
              "flex min-h-11 items-center gap-3 px-4 py-1.5",
              !isMedia && "max-sm:flex-wrap max-sm:gap-y-1",
            )}
          >
            <div className={clsx("min-w-0 flex-1", !isMedia && "max-sm:basis-full max-sm:pt-1")}>
              <p dir="ltr" className="max-sm:w-fit max-sm:max-w-full truncate text-start text-sm">
                {model.name}
              </p>
              {model.cooling_until ? (
                <p className="truncate text-warning text-xs">
                  {text("cooling", { time: timeOfDay(model.cooling_until, locale) })}
                </p>
              ) : model.fallbacks || model.credits_per_1k !== null ? (
                <p className="truncate text-faint text-xs">
                  {factsLine([
                    model.credits_per_1k === null
                      ? null
                      : text("costs_by_tokens", {
                          count: model.credits_per_1k,
                          amount: fullNumber(model.credits_per_1k, locale),
                        }),
                    model.fallbacks ? text("stand_ins_count", { count: model.fallbacks.length }) : null,
                  ])}
                </p>
              ) : null}
            </div>
            {isMedia ? null : (
              <ChatSettings
                model={model}
                onChange={onChange}
                onEquip={() => setEquipping(model)}
                onPrice={() => setPricing(model)}
                onChoose={() => setChoosing(model)}
              />
            )}
            <Switch
              label={text("offer_model", { name: model.name })}
              checked={model.enabled}
              onChange={(enabled) => onChange({ id: model.id, enabled })}
            />
          </li>
        ))}
      </ul>
      {equipping ? (
        <ModelAbilitiesDialog
          model={equipping}
          onSave={(change) => {
            onChange({ id: equipping.id, ...change });
            setEquipping(null);
          }}
          onClose={() => setEquipping(null)}
        />
      ) : null}
      {pricing ? (
        <TokenPriceDialog
          model={pricing}
          onSave={(credits) => {
            onChange({ id: pricing.id, credits_per_1k: credits });
            setPricing(null);
          }}
          onClose={() => setPricing(null)}
        />
      ) : null}
      {choosing ? (
        <FallbackModelsDialog
          name={choosing.name}
          own={(id) => id.endsWith(`/${choosing.id}`)}
          chosen={choosing.fallbacks ?? []}
          busy={false}
          onSave={(fallbacks) => {
            onChange({ id: choosing.id, fallbacks });
            setChoosing(null);
          }}
          onClose={() => setChoosing(null)}
        />
      ) : null}
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

/** Buttons of what only a model that chats has. */
function ChatSettings({
  model,
  onChange,
  onEquip,
  onPrice,
  onChoose,
}: {
  model: ConnectionModel;
  onChange: (change: ModelChange) => void;
  onEquip: () => void;
  onPrice: () => void;
  onChoose: () => void;
}) {
  const text = useText("models");
  return (
    <>
      <IconButton
        size="sm"
        label={text("abilities_of", { name: model.name })}
        icon={<Wrench />}
        onClick={onEquip}
      />
      <IconButton
        size="sm"
        label={text("token_price_of", { name: model.name })}
        icon={<Coins />}
        onClick={onPrice}
      />
      <IconButton
        size="sm"
        label={text("stand_ins_for", { name: model.name })}
        icon={<Shuffle />}
        onClick={onChoose}
      />
      <div className="w-32 max-sm:flex-1">
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
    </>
  );
}

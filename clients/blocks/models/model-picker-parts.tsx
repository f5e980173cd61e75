import { Combobox } from "@base-ui/react/combobox";
import { BATCH_MAX_MODELS } from "@ensemble/contract/generated/limits/chat";
import type { Model } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Switch } from "@ensemble/ui/fields/Switch";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { popupStyle } from "@ensemble/ui/popups/popup-styles";
import { Check, Lock, Search } from "lucide-react";
import type { ReactElement, ReactNode, Ref, RefObject } from "react";
import { OneLine } from "../OneLine";
import { PLACES } from "../places";
import type { ModelPickerProps } from "./ModelPicker";
import { TokenCost } from "./TokenCost";
import { useModelName } from "./use-model-name";

export { TokenCost };

/** Model picker, loaded by `ModelPicker.tsx`. */
export function ModelPickerRoot(
  props: ModelPickerProps & {
    /** Button that opens it; null if something else does. */
    button: ReactElement | null;
    buttonRef: Ref<HTMLButtonElement>;
  },
) {
  const { models, value, onChange, several, open, onOpenChange, anchor, button, buttonRef } = props;
  const text = useText("chat");
  const modelName = useModelName();
  const { navigate } = useNavigation();
  const chosen = models.find((model) => model.id === value) ?? null;
  const common = {
    items: groupByConnection(models),
    open,
    onOpenChange,
    itemToStringLabel: (model: Model) => `${modelName(model.id, model.name)} ${model.connection_name}`,
    isItemEqualToValue: (a: Model, b: Model) => a.id === b.id,
  };
  const trigger = button ? <Combobox.Trigger ref={buttonRef} render={button} /> : null;
  const toggleSeveral = (on: boolean) => several?.onChange(on && chosen ? [chosen] : []);
  if (several && several.chosen.length > 0) {
    const full = several.chosen.length >= BATCH_MAX_MODELS;
    const isChosen = (model: Model) => several.chosen.some(({ id }) => id === model.id);
    return (
      <Combobox.Root
        {...common}
        key="several"
        multiple
        value={[...several.chosen]}
        onValueChange={(next: Model[]) => {
          if (next.some(({ locked }) => locked)) navigate(PLACES.pricing);
          else several.onChange(next.slice(0, BATCH_MAX_MODELS));
        }}
      >
        {trigger}
        <PickerPopup
          anchor={anchor}
          isDisabled={(model) => full && !model.locked && !isChosen(model)}
          checks
          foot={
            <SeveralSwitch
              on
              onChange={toggleSeveral}
              hint={text("several_chosen", { number: several.chosen.length, max: BATCH_MAX_MODELS })}
            />
          }
        />
      </Combobox.Root>
    );
  }
  return (
    <Combobox.Root
      {...common}
      key="one"
      value={chosen}
      onValueChange={(model: Model | null) => {
        // A locked one leads to the plans that include it.
        if (model?.locked) navigate(PLACES.pricing);
        else if (model) onChange(model);
      }}
    >
      {trigger}
      <PickerPopup
        anchor={anchor}
        isDisabled={() => false}
        checks={false}
        foot={several ? <SeveralSwitch on={false} onChange={toggleSeveral} hint={null} /> : null}
      />
    </Combobox.Root>
  );
}

interface PickerPopupProps {
  anchor?: RefObject<Element | null>;
  isDisabled: (model: Model) => boolean;
  /** True if each model has a checkbox. */
  checks: boolean;
  foot: ReactNode;
}

function PickerPopup({ anchor, isDisabled, checks, foot }: PickerPopupProps) {
  const text = useText("chat");
  return (
    <Combobox.Portal>
      <Combobox.Positioner
        anchor={anchor}
        side="top"
        align="start"
        sideOffset={8}
        className="z-40 outline-none"
      >
        <Combobox.Popup
          aria-label={text("choose_model")}
          className={`${popupStyle} flex max-h-[min(26rem,var(--available-height))] w-[min(22rem,var(--available-width))] flex-col`}
        >
          <div className="flex flex-none items-center gap-2 border-line border-b px-2 pb-1">
            <Search className="size-4 text-faint" aria-hidden="true" />
            <Combobox.Input
              placeholder={text("search_models")}
              className="h-9 min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-faint touch:h-11 touch:text-base"
            />
          </div>
          <Combobox.Empty className="px-3 text-muted text-sm not-empty:py-6">
            {text("no_models_found")}
          </Combobox.Empty>
          <Combobox.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain py-1 empty:hidden">
            {(group: ModelGroup) => (
              <Combobox.Group key={group.value} items={group.items}>
                <Combobox.GroupLabel className="px-2 pt-2 pb-1 text-faint text-xs">
                  <bdi>{group.value || text("model_builtin")}</bdi>
                </Combobox.GroupLabel>
                <Combobox.Collection>
                  {(model: Model) => (
                    <ModelRow key={model.id} model={model} disabled={isDisabled(model)} checks={checks} />
                  )}
                </Combobox.Collection>
              </Combobox.Group>
            )}
          </Combobox.List>
          {foot}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

function SeveralSwitch({
  on,
  onChange,
  hint,
}: {
  on: boolean;
  onChange: (on: boolean) => void;
  hint: string | null;
}) {
  const text = useText("chat");
  return (
    <div className="flex min-h-10 flex-none items-center gap-2 border-line border-t px-2 pt-1 text-sm touch:min-h-12">
      <span className="min-w-0 flex-1">
        <span aria-hidden="true">{text("several_models")}</span>
        {hint ? (
          <span role="status" className="block text-muted text-xs">
            {hint}
          </span>
        ) : null}
      </span>
      <Switch label={text("several_models")} checked={on} onChange={onChange} />
    </div>
  );
}

function ModelRow({ model, disabled, checks }: { model: Model; disabled: boolean; checks: boolean }) {
  const text = useText("chat");
  const modelName = useModelName();
  return (
    <Combobox.Item
      value={model}
      disabled={disabled}
      className="flex min-h-10 cursor-default select-none items-center gap-2.5 rounded-sm px-2 py-1 text-sm outline-none data-highlighted:bg-hover data-disabled:text-faint touch:min-h-12"
    >
      {checks ? (
        <span
          aria-hidden="true"
          className="flex size-4 flex-none items-center justify-center rounded-sm shadow-[inset_0_0_0_1.5px_var(--edge)]"
        >
          <Combobox.ItemIndicator>
            <Check className="size-3.5 text-accent-ink" />
          </Combobox.ItemIndicator>
        </span>
      ) : null}
      <ModelGlyph id={model.id} />
      <span className="min-w-0 flex-1">
        <OneLine>{modelName(model.id, model.name)}</OneLine>
        {model.price.per_1k ? (
          <span className="block text-faint text-xs">
            <TokenCost models={[model]} />
          </span>
        ) : null}
      </span>
      {model.locked ? (
        <span className="flex items-center gap-1 text-faint text-xs">
          <Lock className="size-3.5" aria-hidden="true" />
          {text("model_locked")}
        </span>
      ) : model.tier === "advanced" ? (
        <Badge tone="accent">{text("tier_advanced")}</Badge>
      ) : null}
      {checks ? null : (
        <Combobox.ItemIndicator>
          <Check className="size-4 text-accent-ink" aria-hidden="true" />
        </Combobox.ItemIndicator>
      )}
    </Combobox.Item>
  );
}

interface ModelGroup {
  value: string;
  items: Model[];
}

/** Groups models in the server's order, with the built-in engine last. */
export function groupByConnection(models: readonly Model[]): ModelGroup[] {
  const groups = new Map<string, Model[]>();
  for (const model of models) {
    const name = model.provider === "builtin" ? "" : model.connection_name;
    groups.set(name, [...(groups.get(name) ?? []), model]);
  }
  const all = [...groups].map(([value, items]) => ({ value, items }));
  return [...all.filter(({ value }) => value !== ""), ...all.filter(({ value }) => value === "")];
}

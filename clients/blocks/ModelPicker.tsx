import { Combobox } from "@base-ui/react/combobox";
import type { Model } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { popupStyle } from "@ensemble/ui/Menu";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { Check, ChevronDown, Lock, Search } from "lucide-react";
import type { RefObject } from "react";

interface ModelPickerProps {
  models: readonly Model[];
  /** Id of the model in use. */
  value: string | null;
  onChange: (model: Model) => void;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Where it opens when something else opens it; without, it shows the model in use and opens there. */
  anchor?: RefObject<Element | null>;
}

/** Chooses the model that answers: found by typing, with its face, its class and whether it is locked. */
export function ModelPicker({ models, value, onChange, open, onOpenChange, anchor }: ModelPickerProps) {
  const text = useText("chat");
  const chosen = models.find((model) => model.id === value) ?? null;
  return (
    <Combobox.Root
      items={groupByConnection(models)}
      value={chosen}
      open={open}
      onOpenChange={onOpenChange}
      onValueChange={(model: Model | null) => model && !model.locked && onChange(model)}
      itemToStringLabel={(model: Model) => `${model.name} ${model.connection_name}`}
      isItemEqualToValue={(a: Model, b: Model) => a.id === b.id}
    >
      {anchor ? null : <ChosenModel model={chosen} />}
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
                    {group.value || text("model_builtin")}
                  </Combobox.GroupLabel>
                  <Combobox.Collection>
                    {(model: Model) => <ModelRow key={model.id} model={model} />}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function ChosenModel({ model }: { model: Model | null }) {
  const text = useText("chat");
  return (
    <Combobox.Trigger
      aria-label={model ? `${text("model")}: ${model.name}` : text("choose_model")}
      className="flex h-9 min-w-0 items-center gap-2 rounded-full ps-1.5 pe-2.5 text-muted text-sm outline-offset-0 transition-colors hover:bg-hover hover:text-ink data-popup-open:bg-hover touch:h-11"
    >
      {model ? <ModelGlyph id={model.id} size="sm" /> : null}
      <span className="min-w-0 truncate">{model?.name ?? text("choose_model")}</span>
      <ChevronDown className="size-3.5 flex-none" aria-hidden="true" />
    </Combobox.Trigger>
  );
}

function ModelRow({ model }: { model: Model }) {
  const text = useText("chat");
  return (
    <Combobox.Item
      value={model}
      disabled={model.locked}
      className="flex min-h-10 cursor-default select-none items-center gap-2.5 rounded-sm px-2 py-1 text-sm outline-none data-highlighted:bg-hover data-disabled:text-faint touch:min-h-12"
    >
      <ModelGlyph id={model.id} />
      <span className="min-w-0 flex-1 truncate">{model.name}</span>
      {model.locked ? (
        <span className="flex items-center gap-1 text-xs">
          <Lock className="size-3.5" aria-hidden="true" />
          {text("model_locked")}
        </span>
      ) : model.tier === "advanced" ? (
        <Badge tone="accent">{text("tier_advanced")}</Badge>
      ) : null}
      <Combobox.ItemIndicator>
        <Check className="size-4 text-accent-ink" aria-hidden="true" />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  );
}

interface ModelGroup {
  value: string;
  items: Model[];
}

/** Groups in the server's order; the built-in engine, which has no connection, stands last. */
export function groupByConnection(models: readonly Model[]): ModelGroup[] {
  const groups = new Map<string, Model[]>();
  for (const model of models) {
    const name = model.provider === "builtin" ? "" : model.connection_name;
    groups.set(name, [...(groups.get(name) ?? []), model]);
  }
  const all = [...groups].map(([value, items]) => ({ value, items }));
  return [...all.filter(({ value }) => value !== ""), ...all.filter(({ value }) => value === "")];
}

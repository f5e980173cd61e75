import type { Model } from "@ensemble/contract/wire";
import { loadTexts, useText } from "@ensemble/i18n/text";
import { lazyPart } from "@ensemble/ui/lazy-part";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { useHeldPress } from "@ensemble/ui/popups/held-press";
import { ChevronDown } from "lucide-react";
import type { ComponentProps, RefObject } from "react";
import { OneLine } from "../OneLine";
import { useModelName } from "./use-model-name";

/** Lazy parts and texts of the model picker, loaded when it opens or earlier. */
export const modelPickerParts = lazyPart(async () => {
  const [parts] = await Promise.all([import("./model-picker-parts"), loadTexts(["chat"])]);
  return parts;
});

export interface ModelPickerProps {
  models: readonly Model[];
  /** Id of the model in use. */
  value: string | null;
  onChange: (model: Model) => void;
  /** Allows choosing several models to answer side by side; enabled if `chosen` is not empty. */
  several?: { chosen: readonly Model[]; onChange: (models: readonly Model[]) => void };
  /** Purpose of the model if it is not for answering. */
  label?: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /**
   * Element at which the picker opens when something else opens it; without it, the picker shows its own
   * button with the current model.
   */
  anchor?: RefObject<Element | null>;
}

/** Selects the model that answers, or several, with search, icons, classes and locks. */
export function ModelPicker(props: ModelPickerProps) {
  const { models, value, several, label, open, anchor } = props;
  const chosen = models.find((model) => model.id === value);
  const one = chosen ? [chosen] : [];
  const shown = several && several.chosen.length > 1 ? several.chosen : one;
  const button = <ChosenModels models={shown} label={label} />;
  const { piece, held, trigger } = useHeldPress(modelPickerParts, {
    element: button,
    popup: "dialog",
    keys: ["ArrowDown", "ArrowUp"],
    open,
  });
  if (!piece) return anchor ? null : held;
  return <piece.ModelPickerRoot {...props} button={anchor ? null : button} buttonRef={trigger} />;
}

/** Button with the selected models. */
function ChosenModels({
  models,
  label,
  ...rest
}: ComponentProps<"button"> & { models: readonly Model[]; label?: string }) {
  const text = useText("start");
  const modelName = useModelName();
  const names = models.map(({ id, name }) => modelName(id, name)).join(", ");
  return (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      {...rest}
      aria-label={names ? `${label ?? text("model")}: ${names}` : text("choose_model")}
      className="flex h-9 min-w-0 items-center gap-2 rounded-full ps-1.5 pe-2.5 text-muted text-sm outline-offset-0 transition-colors hover:bg-hover hover:text-ink data-popup-open:bg-hover touch:h-11"
    >
      <span className="flex flex-none -space-x-1 rtl:space-x-reverse">
        {models.map(({ id }) => (
          <ModelGlyph key={id} id={id} size="sm" />
        ))}
      </span>
      <span className="min-w-0">
        <OneLine>{names || text("choose_model")}</OneLine>
      </span>
      <ChevronDown className="size-3.5 flex-none" aria-hidden="true" />
    </button>
  );
}

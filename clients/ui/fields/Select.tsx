import { Select as Base } from "@base-ui/react/select";
import clsx from "clsx";
import { Check, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { itemStyle, popupStyle } from "../popups/popup-styles";

/** Single choice from a list. The label names it; use `hideLabel` if a row next to it already does. */
export function Select<Value extends string>({
  label,
  hideLabel = false,
  value,
  options,
  onChange,
  disabled,
  compact = false,
}: {
  label: string;
  hideLabel?: boolean;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
  disabled?: boolean;
  compact?: boolean;
}) {
  const chosen = options.find((option) => option.value === value);
  return (
    <div className="flex flex-col gap-1.5">
      {hideLabel ? null : <span className="font-medium text-sm">{label}</span>}
      <Base.Root
        items={options as { value: Value; label: string }[]}
        value={value}
        disabled={disabled}
        onValueChange={(next) => next !== null && onChange(next as Value)}
      >
        <Base.Trigger
          aria-label={label}
          className={clsx(
            "flex w-full select-none items-center gap-2 rounded-md bg-raised ps-3 pe-2 text-sm shadow-[inset_0_0_0_1px_var(--edge)] hover:bg-hover data-disabled:opacity-50 [&_svg]:size-4",
            compact ? "h-8 touch:h-11" : "h-9 touch:h-11",
          )}
        >
          {chosen?.icon}
          <Base.Value className="min-w-0 flex-1 truncate text-start" />
          <Base.Icon className="text-faint">
            <ChevronsUpDown />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner
            className="z-50 outline-none"
            sideOffset={4}
            alignItemWithTrigger={false}
            align="end"
          >
            <Base.Popup
              className={clsx(
                popupStyle,
                "max-h-[min(22rem,var(--available-height))] min-w-(--anchor-width) overflow-y-auto",
              )}
            >
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={itemStyle}>
                  {option.icon}
                  <Base.ItemText className="min-w-0 flex-1 truncate">{option.label}</Base.ItemText>
                  <Base.ItemIndicator className="text-accent-ink">
                    <Check />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  );
}

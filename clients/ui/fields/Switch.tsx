import { Switch as Base } from "@base-ui/react/switch";

/** Switch that takes effect immediately. */
export function Switch({
  label,
  checked,
  onChange,
  disabled,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) {
  return (
    <Base.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={(next) => onChange(next)}
      className="relative inline-flex h-5 w-9 flex-none items-center rounded-full bg-edge p-0.5 transition-colors before:absolute before:-inset-3 before:content-[''] data-checked:bg-accent data-disabled:opacity-45"
    >
      <Base.Thumb className="size-4 rounded-full bg-white transition-[translate] data-checked:translate-x-4 rtl:data-checked:-translate-x-4" />
    </Base.Root>
  );
}

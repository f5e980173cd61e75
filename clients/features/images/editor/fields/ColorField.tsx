import { useId } from "react";

/** Color in `#rrggbb`, chosen with the browser's own dialog. */
export function ColorField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (color: string) => void;
}) {
  const id = useId();
  return (
    <div className="grid grid-cols-[6rem_1fr] items-center gap-2 text-sm">
      <label htmlFor={id} className="truncate text-muted">
        {label}
      </label>
      <input
        id={id}
        type="color"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 w-14 cursor-pointer rounded-sm bg-raised p-0.5 shadow-[inset_0_0_0_1px_var(--edge)] touch:h-11"
      />
    </div>
  );
}

import { TextField } from "@ensemble/ui/fields/TextField";
import { useEffect, useState } from "react";

/** Whole number that takes effect on Enter or when the field is left. Something else puts the old value back. */
export function NumberField({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}) {
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);
  const take = () => {
    const number = Math.round(Number(typed));
    const fits = typed.trim() !== "" && Number.isFinite(number) && number >= min && number <= max;
    if (fits && number !== value) onChange(number);
    else setTyped(String(value));
  };
  return (
    <TextField
      label={label}
      inputMode="numeric"
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => event.key === "Enter" && take()}
    />
  );
}

import { useText } from "@ensemble/i18n/text";
import { TextField } from "@ensemble/ui/fields/TextField";

const QUALITIES = ["cozy", "epic", "minimal", "colorful"] as const;

/** Field for the quality of which an image gets more, with examples. */
export function QualityField({ value, onChange }: { value: string; onChange: (quality: string) => void }) {
  const text = useText("images");
  const mediaText = useText("media");
  return (
    <>
      <TextField
        label={text("make_more_label")}
        placeholder={text("make_more_placeholder")}
        value={value}
        onChange={onChange}
      />
      <ul aria-label={mediaText("examples")} className="flex flex-wrap gap-1.5">
        {QUALITIES.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="h-8 rounded-full px-3 text-muted text-sm shadow-[inset_0_0_0_1px_var(--line)] hover:text-ink touch:h-11"
              onClick={() => onChange(text(`quality.${name}`))}
            >
              {text(`quality.${name}`)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

import { useText } from "@ensemble/i18n/text";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import clsx from "clsx";
import { PRESETS, type Preset } from "./presets";

/** Providers to choose from. */
export function PresetChips({
  chosen,
  onChoose,
}: {
  chosen: Preset | null;
  onChoose: (preset: Preset) => void;
}) {
  const text = useText("models");
  return (
    <ul aria-label={text("presets")} className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {PRESETS.map((preset) => (
        <li key={preset.name}>
          <button
            type="button"
            aria-pressed={preset === chosen}
            onClick={() => onChoose(preset)}
            className={clsx(
              "flex min-h-10 w-full items-center gap-2 rounded-md px-3 py-1.5 text-start text-sm touch:min-h-11",
              preset === chosen
                ? "bg-accent-soft font-medium text-accent-ink"
                : "shadow-[inset_0_0_0_1px_var(--line)] hover:bg-hover",
            )}
          >
            <ModelGlyph id={preset.name} />
            <span className="min-w-0 truncate">{preset.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

import { Range } from "@ensemble/blocks/images/Range";
import { useText } from "@ensemble/i18n/text";

/** Bounds of the ratio scale (spec §5: "Realtime creation ratio scale 0 to 10"). */
export const RATIO_SCALE = { min: 0, max: 10, initial: 6 };

/** Returns the weight of a reference for a model: from 0 to 1. */
export const strengthOf = (ratio: number): number => ratio / RATIO_SCALE.max;

/** Strength of a sketch or reference against the words. `hindrance`: text that says why it cannot be chosen. */
export function RatioScale({
  value,
  hindrance,
  onChange,
}: {
  value: number;
  hindrance: string | null;
  onChange: (value: number) => void;
}) {
  const text = useText("image_apps");
  return (
    <Range
      label={text("live.ratio")}
      hint={hindrance ?? text("live.ratio_hint")}
      disabled={hindrance !== null}
      value={value}
      min={RATIO_SCALE.min}
      max={RATIO_SCALE.max}
      step={1}
      onChange={onChange}
    />
  );
}

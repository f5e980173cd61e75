import { Meter } from "@base-ui/react/meter";
import clsx from "clsx";

/** Shows usage against a limit, with a warning when little is left. */
export function MeterBar({
  label,
  value,
  max,
  valueText,
}: {
  label: string;
  value: number;
  max: number;
  valueText: string;
}) {
  const share = max > 0 ? Math.min(value / max, 1) : 1;
  return (
    <Meter.Root value={Math.min(value, max)} max={max || 1} aria-label={label} aria-valuetext={valueText}>
      <Meter.Track className="block h-1.5 overflow-hidden rounded-full bg-pressed">
        <Meter.Indicator
          className={clsx(
            "block rounded-full transition-[width]",
            share >= 1 ? "bg-danger" : share >= 0.85 ? "bg-warning" : "bg-accent",
          )}
        />
      </Meter.Track>
    </Meter.Root>
  );
}

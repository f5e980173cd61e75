import { Progress } from "@base-ui/react/progress";

/** Progress bar. With a `max` of null it is indeterminate. */
export function ProgressBar({
  label,
  value,
  max,
  valueText,
}: {
  label: string;
  value: number;
  max: number | null;
  valueText: string;
}) {
  return (
    <Progress.Root
      value={max === null ? null : Math.min(value, max)}
      max={max || 1}
      aria-label={label}
      aria-valuetext={valueText}
    >
      <Progress.Track className="block h-1.5 overflow-hidden rounded-full bg-pressed">
        <Progress.Indicator className="block h-full rounded-full bg-accent transition-[width] data-indeterminate:w-full data-indeterminate:animate-[ui-pulse_1.6s_ease-in-out_infinite]" />
      </Progress.Track>
    </Progress.Root>
  );
}

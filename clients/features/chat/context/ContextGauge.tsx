import type { ContextReport } from "@ensemble/contract/wire";
import { fullNumber, shortNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { MeterBar } from "@ensemble/ui/feedback/MeterBar";
import { Popover } from "@ensemble/ui/popups/Popover";
import { ContextHelp } from "./ContextHelp";

const RADIUS = 7;
const ROUND = 2 * Math.PI * RADIUS;

/** Ring in the composer that shows the context usage, with details on click. */
export function ContextGauge({ report }: { report: ContextReport }) {
  const text = useText("chat");
  const { locale } = useLocale();
  const number = (count: number) => fullNumber(count, locale);
  const { tokens, limit_tokens: limit, percent, trimmed_messages: trimmed } = report;
  const said =
    limit === null
      ? text("context_open", { tokens: shortNumber(tokens, locale) })
      : text("context_full", { percent: number(percent ?? 0) });
  const rows: [string, string][] = [
    [text("context_given"), text("context_tokens", { number: number(tokens) })],
    [
      text("context_limit"),
      limit === null ? text("context_no_limit") : text("context_tokens", { number: number(limit) }),
    ],
    [text("context_branch"), text("context_tokens", { number: number(report.total_tokens) })],
    [text("context_mode"), text(report.mode === "smart" ? "context_smart" : "context_custom")],
  ];
  return (
    <Popover
      side="top"
      align="end"
      className="w-72 p-3"
      trigger={
        <button
          type="button"
          aria-label={`${text("context")}: ${said}`}
          title={said}
          className={`flex size-7 flex-none items-center justify-center rounded-md hover:bg-hover data-popup-open:bg-hover touch:size-11 ${report.near_limit && !report.summary ? "text-warning" : "text-faint"}`}
        >
          <svg viewBox="0 0 18 18" className="size-4 -rotate-90" aria-hidden="true">
            <circle cx="9" cy="9" r={RADIUS} fill="none" stroke="var(--line)" strokeWidth="2.5" />
            <circle
              cx="9"
              cy="9"
              r={RADIUS}
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
              strokeLinecap="round"
              strokeDasharray={`${(ROUND * (percent ?? 0)) / 100} ${ROUND}`}
            />
          </svg>
        </button>
      }
    >
      <h3 className="mb-2 font-medium text-sm">{text("context")}</h3>
      {limit === null ? null : (
        <MeterBar label={text("context")} value={tokens} max={limit} valueText={said} />
      )}
      <dl className="mt-3 grid grid-cols-[auto_auto] gap-x-6 gap-y-1 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-end tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 border-line border-t pt-2 text-muted text-sm">
        {trimmed > 0
          ? text(report.summary ? "context_summarised" : "context_cropped", { number: number(trimmed) })
          : text("context_whole")}{" "}
        {text(report.exact ? "context_counted" : "context_estimated")}
      </p>
      {report.near_limit ? <ContextHelp report={report} /> : null}
    </Popover>
  );
}

import { moneyOfMicros } from "@ensemble/blocks/credits/money";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { Spending, SpendingPeriod } from "@ensemble/contract/wire";
import { dayAndTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { MeterBar } from "@ensemble/ui/feedback/MeterBar";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { spendingQuery } from "../billing-queries";
import { CostsSections } from "./CostsSections";
import { SpendingLimitsDialog } from "./SpendingLimitsDialog";

/** Shows the operator's model costs, limits and revenue. */
export function SpendingPanel() {
  return (
    <>
      <Limits />
      <CostsSections />
    </>
  );
}

function Limits() {
  const text = useText("spending");
  const spending = useQuery(spendingQuery);
  const [editing, setEditing] = useState(false);
  if (spending.isError)
    return <PanelProblem error={spending.error} onRetry={() => void spending.refetch()} />;
  if (!spending.data) return <SkeletonLines label={text("loading")} />;
  const { day, month, currency, warn_at_percent } = spending.data;
  const refuses = [day, month].some(isRefusing);
  return (
    <>
      <Section
        title={text("limits")}
        description={text("limits_hint", { percent: warn_at_percent })}
        action={
          <Button size="sm" onClick={() => setEditing(true)}>
            {text("change_limits")}
          </Button>
        }
      >
        {refuses ? (
          <Notice tone="warning" title={text("refusing")}>
            {text("refusing_hint")}
          </Notice>
        ) : null}
        <div className="grid gap-3 sm:grid-cols-2">
          <PeriodCard label={text("today")} period={day} currency={currency} />
          <PeriodCard label={text("this_month")} period={month} currency={currency} />
        </div>
        <Unpriced spending={spending.data} />
      </Section>
      {editing ? <SpendingLimitsDialog spending={spending.data} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

const isRefusing = ({ limit, spent, held }: SpendingPeriod) => limit !== null && spent + held >= limit;

const utcDay = (time: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(time));

/** Shows a day's or month's spending, its limit and its end. */
function PeriodCard({
  label,
  period,
  currency,
}: {
  label: string;
  period: SpendingPeriod;
  currency: string;
}) {
  const text = useText("spending");
  const { locale } = useLocale();
  const amount = (micros: number) => moneyOfMicros(micros, currency, locale);
  const { limit, spent, held, ends_at } = period;
  return (
    <div className="flex flex-col gap-2 rounded-md bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]">
      <p className="flex min-h-5 items-center justify-between gap-2 text-muted text-sm">
        {label}
        {isRefusing(period) ? <Badge tone="danger">{text("refusing")}</Badge> : null}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-semibold text-xl tabular-nums">{amount(spent)}</span>
        <span className="text-muted text-sm">
          {limit === null ? text("spent") : text("of_limit", { limit: amount(limit) })}
        </span>
      </p>
      {limit === null ? (
        <p className="text-muted text-sm">{text("no_limit")}</p>
      ) : (
        <>
          <MeterBar
            label={label}
            value={spent}
            max={limit}
            valueText={text("spent_of", { spent: amount(spent), limit: amount(limit) })}
          />
          <p className="text-muted text-sm">
            <time dateTime={ends_at} title={dayAndTime(ends_at, locale)}>
              {text("begins_anew", { time: utcDay(ends_at, locale) })}
            </time>
          </p>
        </>
      )}
      {held > 0 ? <p className="text-muted text-sm">{text("held", { amount: amount(held) })}</p> : null}
    </div>
  );
}

const EXAMPLE = (model: string) =>
  `[[spending.prices]]\nmodels = "${model}"\ninput = "…"    # of a million tokens\noutput = "…"`;

/** Lists models that cost money but have no price set. */
function Unpriced({ spending }: { spending: Spending }) {
  const text = useText("spending");
  const models = spending.unpriced_models;
  const [first] = models;
  if (first === undefined) return null;
  const isLimited = spending.day.limit !== null || spending.month.limit !== null;
  return (
    <Notice tone={isLimited ? "warning" : "info"} title={text("unpriced", { count: models.length })}>
      <p>{text(isLimited ? "unpriced_refused" : "unpriced_hint")}</p>
      <pre dir="ltr" className="mt-2 overflow-x-auto rounded-md bg-raised p-3 text-start font-mono text-xs">
        {EXAMPLE(`${first.split("/")[0]}/*`)}
      </pre>
      <Disclosure title={text("which_models")}>
        <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto pb-1">
          {models.map((model) => (
            <li key={model} className="break-all font-mono text-xs">
              <bdi>{model}</bdi>
            </li>
          ))}
        </ul>
      </Disclosure>
    </Notice>
  );
}

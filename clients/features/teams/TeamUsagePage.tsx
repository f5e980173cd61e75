import { CreditLots } from "@ensemble/blocks/credits/CreditLots";
import { LowBalance } from "@ensemble/blocks/credits/LowBalance";
import { UsageExport } from "@ensemble/blocks/credits/UsageExport";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { usageQuery } from "@ensemble/blocks/shared-queries";
import type { MeterUse, Team } from "@ensemble/contract/wire";
import { day, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { MeterBar } from "@ensemble/ui/feedback/MeterBar";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CapDialog, type CapOf } from "./CapDialog";
import { TeamFrame } from "./TeamFrame";
import { teamUsageQuery } from "./team-queries";

/** Shows the team's usage this month, by member (spec §2: /team/usage). */
export function TeamUsagePage() {
  return <TeamFrame>{(team) => <Usage team={team} />}</TeamFrame>;
}

function Usage({ team }: { team: Team }) {
  const text = useText("teams");
  const { locale } = useLocale();
  const usage = useQuery(teamUsageQuery(team.id));
  const [of, setOf] = useState<CapOf | null>(null);
  const isAdmin = team.role === "admin";
  return (
    <>
      <Balance />
      {usage.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {usage.isError ? <PanelProblem error={usage.error} onRetry={() => void usage.refetch()} /> : null}
      {usage.data ? (
        <Section
          title={text("this_month")}
          description={text("this_month_hint", { date: day(usage.data.since, locale) })}
          action={<UsageExport />}
        >
          <div className="relative overflow-x-auto rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
            <table className="w-full text-sm">
              <thead>
                <tr className="border-line border-b text-muted [&>th]:px-4 [&>th]:py-2 [&>th]:text-start [&>th]:font-medium">
                  <th scope="col">{text("member")}</th>
                  {usage.data.team.map((meter) => (
                    <th key={meter.meter} scope="col" className="text-end!">
                      {text(`meter.${meter.meter}`)}
                    </th>
                  ))}
                  {isAdmin ? (
                    <th scope="col">
                      <span className="sr-only">{text("limits")}</span>
                    </th>
                  ) : null}
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {usage.data.members.map((member) => (
                  <UseRow
                    key={member.id}
                    name={member.name}
                    meters={member.meters}
                    onLimit={
                      isAdmin
                        ? () => setOf({ id: member.id, name: member.name, meters: member.meters })
                        : null
                    }
                  />
                ))}
                <UseRow
                  name={text("whole_team")}
                  meters={usage.data.team}
                  onLimit={
                    isAdmin
                      ? () => setOf({ id: null, name: text("whole_team"), meters: usage.data.team })
                      : null
                  }
                  strong
                />
              </tbody>
            </table>
          </div>
        </Section>
      ) : null}
      {of ? <CapDialog teamId={team.id} of={of} onClose={() => setOf(null)} /> : null}
    </>
  );
}

/** Shows the remaining allowance and credits of the team. */
function Balance() {
  const text = useText("teams");
  const { locale } = useLocale();
  const usage = useQuery(usageQuery);
  if (!usage.data || usage.data.meters.length === 0) return null;
  return (
    <>
      <LowBalance meters={usage.data.meters} />
      <div className="grid items-start gap-3 sm:grid-cols-3">
        {usage.data.meters.map((meter) => {
          const used = fullNumber(meter.used, locale);
          const granted = meter.granted === null ? null : fullNumber(meter.granted, locale);
          const name = text(`meter.${meter.meter}`);
          return (
            <div
              key={meter.meter}
              className="flex flex-col gap-3 rounded-md bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]"
            >
              <p className="text-muted text-sm">{name}</p>
              <p className="flex flex-wrap items-baseline gap-x-1.5">
                <span className="font-semibold text-xl tabular-nums">
                  {meter.left === null ? text("unlimited") : fullNumber(meter.left, locale)}
                </span>
                {granted === null ? null : (
                  <span className="text-muted text-sm">{text("left_of", { granted })}</span>
                )}
              </p>
              {meter.granted === null || granted === null ? (
                <p className="text-muted text-sm">{text("used", { used })}</p>
              ) : (
                <>
                  <MeterBar
                    label={name}
                    value={meter.used}
                    max={meter.granted}
                    valueText={text("used_of", { used, granted })}
                  />
                  <CreditLots usage={meter} />
                </>
              )}
            </div>
          );
        })}
      </div>
    </>
  );
}

function UseRow({
  name,
  meters,
  onLimit,
  strong = false,
}: {
  name: string;
  meters: MeterUse[];
  onLimit: (() => void) | null;
  strong?: boolean;
}) {
  const text = useText("teams");
  const { locale } = useLocale();
  return (
    <tr className={strong ? "font-medium [&>*]:px-4 [&>*]:py-2" : "[&>*]:px-4 [&>*]:py-2"}>
      <th scope="row" className="w-full min-w-24 max-w-0 truncate text-start font-[inherit]">
        <bdi>{name}</bdi>
      </th>
      {meters.map((meter) => (
        <td key={meter.meter} className="whitespace-nowrap text-end tabular-nums">
          {meter.cap === null
            ? fullNumber(meter.used, locale)
            : text("of_cap", { used: fullNumber(meter.used, locale), cap: fullNumber(meter.cap, locale) })}
        </td>
      ))}
      {onLimit ? (
        <td className="text-end">
          <Button size="sm" kind="ghost" aria-label={text("limits_of", { name })} onClick={onLimit}>
            {text("limits")}
          </Button>
        </td>
      ) : null}
    </tr>
  );
}

import { LowBalance } from "@ensemble/blocks/credits/LowBalance";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { usageQuery } from "@ensemble/blocks/shared-queries";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { DailyLimits } from "./DailyLimits";
import { MeterCard } from "./MeterCard";
import { Postings } from "./Postings";

/** Shows balances, their reset times, and charges. */
export function UsagePanel() {
  const text = useText("billing");
  const usage = useQuery(usageQuery);
  return (
    <>
      {usage.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {usage.isError ? <PanelProblem error={usage.error} onRetry={() => void usage.refetch()} /> : null}
      {usage.data ? (
        <>
          <LowBalance meters={usage.data.meters} />
          <div className="grid items-start gap-3 sm:grid-cols-3">
            {usage.data.meters.map((meter) => (
              <MeterCard key={meter.meter} usage={meter} />
            ))}
          </div>
          <DailyLimits daily={usage.data.daily} />
        </>
      ) : null}
      <Postings />
    </>
  );
}

import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { BotReport } from "@ensemble/contract/wire";
import { relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Section } from "@ensemble/ui/Section";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import { reportsQuery, settleReportMutation } from "../bot-queries";
import { reasonText } from "./report-reasons";

/** Lists reported bots. For the operator. */
export function ReportsPanel() {
  const text = useText("bots");
  const reports = useInfiniteQuery(reportsQuery);
  const items = reports.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section description={text("reports_description")}>
      {reports.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {reports.isError ? <PanelProblem error={reports.error} onRetry={() => void reports.refetch()} /> : null}
      {reports.isSuccess && items.length === 0 ? (
        <EmptyState icon={<Flag />} title={text("no_reports")} />
      ) : null}
      <ul className="flex flex-col gap-3">
        {items.map((report) => (
          <ReportCard key={report.id} report={report} />
        ))}
      </ul>
      {reports.hasNextPage ? (
        <Button onClick={() => void reports.fetchNextPage()}>{text("show_more")}</Button>
      ) : null}
    </Section>
  );
}

function ReportCard({ report }: { report: BotReport }) {
  const text = useText("bots");
  const { locale } = useLocale();
  const settle = useMutation(settleReportMutation(useQueryClient()));
  return (
    <li className="flex flex-col gap-3 rounded-md bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="plain-bidi min-w-0 break-words font-medium">{report.name}</h3>
        <span className="text-muted text-sm">
          {[report.author, relativeTime(report.created_at, Date.now(), locale)].filter(Boolean).join(" · ")}
        </span>
      </div>
      <p className="plain-bidi text-sm">
        <strong>{text(reasonText(report.reason))}</strong>
        {report.details ? (
          <>
            {" — "}
            <bdi>{report.details}</bdi>
          </>
        ) : null}
      </p>
      <Disclosure title={text("report_bot_texts")}>
        {[report.description, report.welcome, report.prompt].filter(Boolean).map((said) => (
          <p key={said} className="plain-bidi mt-2 whitespace-pre-wrap break-words">
            {said}
          </p>
        ))}
      </Disclosure>
      <div className="flex justify-end gap-2">
        <Button
          size="sm"
          busy={settle.isPending}
          onClick={() => settle.mutate({ id: report.id, outcome: "dismissed" })}
        >
          {text("dismiss_report")}
        </Button>
        <Button
          size="sm"
          kind="danger"
          busy={settle.isPending}
          onClick={() => settle.mutate({ id: report.id, outcome: "removed" })}
        >
          {text("remove_bot")}
        </Button>
      </div>
    </li>
  );
}

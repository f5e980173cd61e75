import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { CancellationCount, CancelReason, PastCancellation } from "@ensemble/contract/wire";
import { dayAndTime, factsLine, fullNumber } from "@ensemble/i18n/formats";
import { type TextKey, useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Email } from "@ensemble/ui/Email";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Select } from "@ensemble/ui/fields/Select";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Section } from "@ensemble/ui/Section";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { DoorOpen } from "lucide-react";
import { useState } from "react";
import { cancellationCountsQuery, cancellationsQuery, offerQuery } from "../billing-queries";
import { planName } from "../orders/OrderView";

const REASONS: Record<CancelReason, TextKey<"billing">> = {
  too_expensive: "reason.too_expensive",
  not_used: "reason.not_used",
  missing_features: "reason.missing_features",
  quality: "reason.quality",
  something_else: "reason.something_else",
  temporary: "reason.temporary",
  advise: "reason.advise",
};

/** Returns a function for the text of a reason; unknown reasons are shown as they are. */
function useReasonText() {
  const text = useText("billing");
  return (reason: string): string => {
    const known = (REASONS as Record<string, TextKey<"billing">>)[reason];
    return known ? text(known) : reason;
  };
}

/** Lists cancellations with their reasons and outcomes. For the operator. */
export function CancellationsPanel() {
  const text = useText("billing");
  const counts = useQuery(cancellationCountsQuery);
  if (counts.isError) return <PanelProblem error={counts.error} onRetry={() => void counts.refetch()} />;
  if (!counts.data) return <SkeletonLines label={text("loading")} />;
  if (counts.data.reasons.length === 0) {
    return (
      <EmptyState
        icon={<DoorOpen />}
        title={text("nobody_cancelled")}
        description={text("nobody_cancelled_hint")}
      />
    );
  }
  return (
    <>
      <Reasons counts={counts.data.reasons} />
      <Cancellations reasons={counts.data.reasons.map(({ reason }) => reason)} />
    </>
  );
}

function Reasons({ counts }: { counts: readonly CancellationCount[] }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const reasonText = useReasonText();
  const columns = ["last_30_days", "all_time", "took_less", "came_back"] as const;
  return (
    <Section title={text("cancel_reasons")} description={text("cancel_reasons_hint")}>
      <div className="rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
        {/* On a phone five columns do not fit: each row is a block, and its numbers say themselves what they count. */}
        <table className="w-full text-sm max-sm:block">
          <thead className="max-sm:sr-only">
            <tr className="whitespace-nowrap border-line border-b text-muted [&>th]:px-4 [&>th]:py-2 [&>th]:font-medium">
              <th scope="col" className="text-start">
                {text("reason")}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="text-end">
                  {text(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line max-sm:block">
            {counts.map((count) => (
              <tr
                key={count.reason}
                className="max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-6 max-sm:gap-y-1 max-sm:px-4 max-sm:py-3 sm:[&>*]:px-4 sm:[&>*]:py-2"
              >
                <th
                  scope="row"
                  className="w-full text-start font-medium max-sm:col-span-full sm:min-w-40 sm:font-normal"
                >
                  {reasonText(count.reason)}
                </th>
                {columns.map((column) => (
                  <td
                    key={column}
                    data-label={text(column)}
                    className="whitespace-nowrap text-end tabular-nums max-sm:flex max-sm:justify-between max-sm:gap-2 max-sm:before:text-muted max-sm:before:content-[attr(data-label)]"
                  >
                    {fullNumber(count[column], locale)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Cancellations({ reasons }: { reasons: readonly string[] }) {
  const text = useText("billing");
  const reasonText = useReasonText();
  const [reason, setReason] = useState("");
  const list = useInfiniteQuery(cancellationsQuery(reason));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section
      title={text("cancellations")}
      action={
        <Select
          label={text("reason")}
          hideLabel
          compact
          value={reason}
          onChange={setReason}
          options={[
            { value: "", label: text("all_reasons") },
            ...reasons.map((value) => ({ value, label: reasonText(value) })),
          ]}
        />
      }
    >
      {list.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {list.isError ? <PanelProblem error={list.error} onRetry={() => void list.refetch()} /> : null}
      <ul className="divide-y divide-line rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)] empty:hidden">
        {items.map((item) => (
          <One key={item.id} item={item} />
        ))}
      </ul>
      <MoreButton list={list}>{text("show_more")}</MoreButton>
    </Section>
  );
}

const PHASES: Record<string, TextKey<"billing">> = {
  trial: "phase.trial",
  active: "phase.active",
  past_due: "phase.past_due",
};

function One({ item }: { item: PastCancellation }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const offer = useQuery(offerQuery);
  const reasonText = useReasonText();
  const phase = PHASES[item.phase];
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{reasonText(item.reason)}</span>
        {item.offered === "taken" ? <Badge tone="success">{text("offer_taken")}</Badge> : null}
        {item.offered === "refused" ? <Badge tone="neutral">{text("offer_refused")}</Badge> : null}
        {item.returned_at ? <Badge tone="success">{text("came_back")}</Badge> : null}
      </p>
      {item.feedback ? <p className="plain-bidi whitespace-pre-wrap break-words">{item.feedback}</p> : null}
      <p className="text-muted text-xs">
        {item.email ? <Email>{item.email}</Email> : text("account_gone")}
        {" · "}
        {factsLine([
          planName(offer.data, item.plan),
          text(item.cycle === "yearly" ? "cycle.yearly" : "cycle.monthly"),
          phase ? text(phase) : null,
          dayAndTime(item.created_at, locale),
        ])}
      </p>
    </li>
  );
}

import { UsageExport } from "@ensemble/blocks/credits/UsageExport";
import { OneLine } from "@ensemble/blocks/OneLine";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { Posting } from "@ensemble/contract/wire";
import { dayAndTime, factsLine, fullNumber } from "@ensemble/i18n/formats";
import { type TextKey, useLocale, useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Section } from "@ensemble/ui/Section";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { postingsQuery } from "./usage-queries";

const METER_NAMES: Record<string, TextKey<"billing">> = {
  standard_query: "meter.standard_query",
  advanced_query: "meter.advanced_query",
  advanced_credit: "meter.advanced_credit",
};

/** Text keys of features in the usage record. */
const FEATURES: Record<string, TextKey<"billing">> = {
  chat: "feature.chat",
  "chat.summary": "feature.chat_summary",
  title: "feature.title",
  api: "feature.api",
  embeddings: "feature.api",
  memory: "feature.memory",
  memos: "feature.memos",
  reading: "feature.reading",
  research: "feature.research",
  search: "feature.search",
  translation: "feature.translation",
  humanizer: "feature.humanizer",
  templates: "feature.templates",
  add_on: "feature.add_on",
  reward: "feature.reward",
};

/** Lists the person's ledger entries: date, feature, detail, change (spec §3, credit usage record). */
export function Postings() {
  const text = useText("billing");
  const postings = useInfiniteQuery(postingsQuery);
  const items = postings.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section
      title={text("history")}
      description={text("history_description")}
      action={items.length > 0 ? <UsageExport /> : null}
    >
      {postings.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {postings.isError ? (
        <PanelProblem error={postings.error} onRetry={() => void postings.refetch()} />
      ) : null}
      {postings.isSuccess && items.length === 0 ? (
        <EmptyState icon={<ReceiptText />} title={text("no_history")} description={text("no_history_hint")} />
      ) : null}
      {items.length > 0 ? (
        <div className="overflow-x-auto rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
          <table className="w-full text-sm">
            <thead>
              <tr className="border-line border-b text-muted [&>th]:px-4 [&>th]:py-2 [&>th]:text-start [&>th]:font-medium">
                <th scope="col" className="max-sm:hidden">
                  {text("date")}
                </th>
                <th scope="col" className="max-sm:hidden">
                  {text("feature")}
                </th>
                <th scope="col">{text("detail")}</th>
                <th scope="col" className="max-sm:hidden">
                  {text("meter")}
                </th>
                <th scope="col" className="text-end!">
                  {text("change")}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {items.map((posting) => (
                <PostingRow key={posting.id} posting={posting} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <MoreButton list={postings}>{text("show_more")}</MoreButton>
    </Section>
  );
}

function PostingRow({ posting }: { posting: Posting }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const meter = METER_NAMES[posting.meter];
  const known = FEATURES[posting.feature];
  // Features of a server extension have no text here.
  const feature = known ? text(known) : posting.feature;
  const date = dayAndTime(posting.created_at, locale);
  const change = new Intl.NumberFormat(locale, { signDisplay: "exceptZero" }).format(posting.change);
  return (
    <tr className="[&>td]:px-4 [&>td]:py-2">
      <td className="whitespace-nowrap text-muted tabular-nums max-sm:hidden">{date}</td>
      <td className="whitespace-nowrap max-sm:hidden">{feature}</td>
      <td className="w-full max-w-0">
        <OneLine>{posting.detail}</OneLine>
        <span className="block truncate text-muted text-xs tabular-nums sm:hidden">
          {factsLine([feature, date])}
        </span>
      </td>
      <td className="whitespace-nowrap text-muted max-sm:hidden">{meter ? text(meter) : posting.meter}</td>
      <td className="whitespace-nowrap text-end tabular-nums" title={fullNumber(posting.change, locale)}>
        <bdi>{change}</bdi>
      </td>
    </tr>
  );
}

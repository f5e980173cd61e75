import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Section } from "@ensemble/ui/Section";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ClipboardCheck } from "lucide-react";
import { reviewsQuery } from "../bot-queries";
import { ReviewCard } from "./ReviewCard";

/** Lists public bots in review. For the operator. */
export function ReviewsPanel() {
  const text = useText("bots");
  // Refetches new submissions when the operator returns.
  const reviews = useInfiniteQuery({ ...reviewsQuery, staleTime: 0 });
  const items = reviews.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section description={text("reviews_description")}>
      {reviews.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {reviews.isError ? <PanelProblem error={reviews.error} onRetry={() => void reviews.refetch()} /> : null}
      {reviews.isSuccess && items.length === 0 ? (
        <EmptyState
          icon={<ClipboardCheck />}
          title={text("no_reviews")}
          description={text("no_reviews_hint")}
        />
      ) : null}
      <ul className="flex flex-col gap-3">
        {items.map((sent) => (
          <ReviewCard key={sent.bot_id} sent={sent} onOutdated={() => void reviews.refetch()} />
        ))}
      </ul>
      {reviews.hasNextPage ? (
        <Button busy={reviews.isFetchingNextPage} onClick={() => void reviews.fetchNextPage()}>
          {text("show_more")}
        </Button>
      ) : null}
    </Section>
  );
}

import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Section } from "@ensemble/ui/Section";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ClipboardCheck } from "lucide-react";
import { reviewsQuery } from "../powerup-queries";
import { ReviewCard } from "./ReviewCard";

/** Lists PowerUPs that wait for review. For the operator. */
export function ReviewsPanel() {
  const text = useText("powerups");
  const common = useText("common");
  // Refetches new submissions when the operator returns.
  const reviews = useInfiniteQuery({ ...reviewsQuery, staleTime: 0 });
  const items = reviews.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section description={text("reviews_about")}>
      {reviews.isPending ? <SkeletonLines label={text("reviews")} /> : null}
      {reviews.isError ? <PanelProblem error={reviews.error} onRetry={() => void reviews.refetch()} /> : null}
      {reviews.isSuccess && items.length === 0 ? (
        <EmptyState
          icon={<ClipboardCheck />}
          title={text("no_reviews")}
          description={text("no_reviews_hint")}
        />
      ) : null}
      <ul className="flex flex-col gap-4">
        {items.map((review) => (
          <ReviewCard key={review.powerup.id} review={review} onOutdated={() => void reviews.refetch()} />
        ))}
      </ul>
      {reviews.hasNextPage ? (
        <Button busy={reviews.isFetchingNextPage} onClick={() => void reviews.fetchNextPage()}>
          {common("show_more")}
        </Button>
      ) : null}
    </Section>
  );
}

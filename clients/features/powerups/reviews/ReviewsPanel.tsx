import { ReviewQueue } from "@ensemble/blocks/reviews/ReviewQueue";
import { useText } from "@ensemble/i18n/text";
import { useInfiniteQuery } from "@tanstack/react-query";
import { reviewsQuery } from "../powerup-queries";
import { ReviewCard } from "./ReviewCard";

/** Lists PowerUPs that wait for review. For the operator. */
export function ReviewsPanel() {
  const text = useText("powerups");
  // Refetches new submissions when the operator returns.
  const reviews = useInfiniteQuery({ ...reviewsQuery, staleTime: 0 });
  const items = reviews.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <ReviewQueue
      reviews={reviews}
      isEmpty={items.length === 0}
      texts={{
        about: text("reviews_about"),
        loading: text("reviews"),
        empty: text("no_reviews"),
        emptyHint: text("no_reviews_hint"),
      }}
    >
      {items.map((review) => (
        <ReviewCard key={review.powerup.id} review={review} onOutdated={() => void reviews.refetch()} />
      ))}
    </ReviewQueue>
  );
}

import { ReviewQueue } from "@ensemble/blocks/reviews/ReviewQueue";
import { useText } from "@ensemble/i18n/text";
import { useInfiniteQuery } from "@tanstack/react-query";
import { reviewsQuery } from "../bot-queries";
import { ReviewCard } from "./ReviewCard";

/** Lists public bots in review. For the operator. */
export function ReviewsPanel() {
  const text = useText("bots");
  // Refetches new submissions when the operator returns.
  const reviews = useInfiniteQuery({ ...reviewsQuery, staleTime: 0 });
  const items = reviews.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <ReviewQueue
      reviews={reviews}
      isEmpty={items.length === 0}
      texts={{
        about: text("reviews_description"),
        loading: text("loading"),
        empty: text("no_reviews"),
        emptyHint: text("no_reviews_hint"),
      }}
    >
      {items.map((sent) => (
        <ReviewCard key={sent.bot_id} sent={sent} onOutdated={() => void reviews.refetch()} />
      ))}
    </ReviewQueue>
  );
}

import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Section } from "@ensemble/ui/Section";
import { ClipboardCheck } from "lucide-react";
import type { ReactNode } from "react";
import { PanelProblem } from "../PanelProblem";

/** Lists what waits for review, with what to show while there is nothing. For the operator. */
export function ReviewQueue({
  reviews,
  isEmpty,
  texts,
  children,
}: {
  /** Query of the list. */
  reviews: {
    isPending: boolean;
    isError: boolean;
    isSuccess: boolean;
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  isEmpty: boolean;
  texts: { about: string; loading: string; empty: string; emptyHint: string };
  children: ReactNode;
}) {
  const common = useText("common");
  return (
    <Section description={texts.about}>
      {reviews.isPending ? <SkeletonLines label={texts.loading} /> : null}
      {reviews.isError ? <PanelProblem error={reviews.error} onRetry={() => void reviews.refetch()} /> : null}
      {reviews.isSuccess && isEmpty ? (
        <EmptyState icon={<ClipboardCheck />} title={texts.empty} description={texts.emptyHint} />
      ) : null}
      <ul className="flex flex-col gap-4">{children}</ul>
      {reviews.hasNextPage ? (
        <Button busy={reviews.isFetchingNextPage} onClick={() => void reviews.fetchNextPage()}>
          {common("show_more")}
        </Button>
      ) : null}
    </Section>
  );
}

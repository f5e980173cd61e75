import { AppLink } from "@ensemble/host/navigation";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Mark } from "@ensemble/ui/Mark";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link2Off } from "lucide-react";
import type { ReactNode } from "react";
import { PanelProblem } from "../PanelProblem";

interface LandingFrameProps<T> {
  title: string;
  /** The area's own texts under these names. */
  text: (key: "loading" | "product" | "to_start" | "unknown" | "unknown_hint") => string;
  /** Query for the sender of the link; 404: unknown. */
  query: UseQueryResult<T>;
  children: (found: T) => ReactNode;
}

/** Landing page for visitors with somebody's link. */
export function LandingFrame<T>({ title, text, query, children }: LandingFrameProps<T>) {
  const isUnknown = (query.error as { status?: number } | null)?.status === 404;
  return (
    <main className="clear-of-edges flex min-h-dvh flex-col bg-surface px-6 py-8 sm:px-10">
      <title>{title}</title>
      <p className="flex items-center gap-2.5 font-semibold">
        <Mark className="size-7" />
        {text("product")}
      </p>
      <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center gap-4 py-10">
        {query.isPending ? <SkeletonLines label={text("loading")} /> : null}
        {isUnknown ? (
          <EmptyState
            icon={<Link2Off />}
            title={text("unknown")}
            description={text("unknown_hint")}
            action={
              <AppLink to="/" className={buttonStyle("secondary", "md")}>
                {text("to_start")}
              </AppLink>
            }
          />
        ) : null}
        {query.isError && !isUnknown ? (
          <PanelProblem error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
        {query.data ? children(query.data) : null}
      </div>
    </main>
  );
}

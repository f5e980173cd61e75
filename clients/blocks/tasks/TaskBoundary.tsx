import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import type { ReactNode } from "react";
import { PanelProblem } from "../PanelProblem";

/** Query as far as its states matter. */
export interface Loading<Data> {
  data: Data | undefined;
  isPending: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/** Shows loaded data; before that a skeleton, an error with a retry, or the empty state. */
export function TaskBoundary<Data>({
  query,
  lines = 6,
  isEmpty = () => false,
  empty = null,
  children,
}: {
  query: Loading<Data>;
  /** Lines of the skeleton; 0 shows nothing. */
  lines?: number;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const text = useText("common");
  const { data, error } = query;
  if (data !== undefined) return isEmpty(data) ? empty : children(data);
  if (error) return <PanelProblem error={error} onRetry={() => void query.refetch()} />;
  return query.isPending && lines > 0 ? <SkeletonLines count={lines} label={text("loading")} /> : null;
}

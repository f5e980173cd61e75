import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { FeedList } from "../FeedList";
import { findersQuery, orderFindersMutation } from "../search-queries";
import { FinderRow } from "./FinderRow";

const OwnFinderDialog = lazy(() =>
  import("./OwnFinderDialog").then((file) => ({ default: file.OwnFinderDialog })),
);

/**
 * Settings of search engines for the operator: order, addresses, keys, custom engines, tests, and feeds for
 * everybody.
 */
export function FindersPanel() {
  const text = useText("search");
  const finders = useQuery(findersQuery);
  const order = useMutation(orderFindersMutation(useQueryClient()));
  const [adding, setAdding] = useState(false);
  const ids = finders.data?.items.map(({ id }) => id) ?? [];
  const swap = (at: number, to: number) => {
    const [moved, other] = [ids[at], ids[to]];
    if (moved === undefined || other === undefined) return undefined;
    return () => order.mutate(ids.with(at, other).with(to, moved));
  };
  return (
    <div className="flex flex-col gap-8">
      <Section
        description={text("finders_hint")}
        action={
          <Button icon={<Plus className="size-4" />} onClick={() => setAdding(true)}>
            {text("own.add")}
          </Button>
        }
      >
        {finders.isPending ? <SkeletonLines count={8} label={text("loading")} /> : null}
        {finders.isError && !finders.data ? (
          <PanelProblem error={finders.error} onRetry={() => void finders.refetch()} />
        ) : null}
        <Rows>
          {finders.data?.items.map((finder, at) => (
            <FinderRow
              key={finder.id}
              finder={finder}
              onMove={{ up: swap(at, at - 1), down: swap(at, at + 1) }}
            />
          ))}
        </Rows>
      </Section>
      <Section title={text("feeds.shared")} description={text("feeds.shared_hint")}>
        <FeedList of="everybody" />
      </Section>
      {adding ? (
        <Suspense fallback={null}>
          <OwnFinderDialog finder={null} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

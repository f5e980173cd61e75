import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { FeedList } from "../FeedList";
import { enginesQuery, orderEnginesMutation } from "../search-queries";
import { EngineRow } from "./EngineRow";

const CustomEngineDialog = lazy(() =>
  import("./CustomEngineDialog").then((file) => ({ default: file.CustomEngineDialog })),
);

/**
 * Settings of search engines for the operator: order, addresses, keys, custom engines, tests, and feeds for
 * everybody.
 */
export function EnginesPanel() {
  const text = useText("search");
  const engines = useQuery(enginesQuery);
  const order = useMutation(orderEnginesMutation(useQueryClient()));
  const [adding, setAdding] = useState(false);
  const ids = engines.data?.items.map(({ id }) => id) ?? [];
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
        {engines.isPending ? <SkeletonLines count={8} label={text("loading")} /> : null}
        {engines.isError && !engines.data ? (
          <PanelProblem error={engines.error} onRetry={() => void engines.refetch()} />
        ) : null}
        <Rows>
          {engines.data?.items.map((engine, at) => (
            <EngineRow
              key={engine.id}
              engine={engine}
              onMove={{ up: swap(at, at - 1), down: swap(at, at + 1) }}
            />
          ))}
        </Rows>
      </Section>
      {/* Below a list of any length: it would be pushed down by it. */}
      {engines.isPending ? null : (
        <Section title={text("feeds.shared")} description={text("feeds.shared_hint")}>
          <FeedList of="everybody" />
        </Section>
      )}
      {adding ? (
        <Suspense fallback={null}>
          <CustomEngineDialog engine={null} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

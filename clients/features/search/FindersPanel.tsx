import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { Rows, Section } from "@ensemble/ui/Section";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { FinderRow } from "./FinderRow";
import { findersQuery } from "./search-queries";

/** For the operator: which services searches ask, their addresses and keys, and whether they answer. */
export function FindersPanel() {
  const text = useText("search");
  const finders = useQuery(findersQuery);
  return (
    <Section description={text("finders_hint")}>
      {finders.isPending ? <SkeletonLines count={8} label={text("loading")} /> : null}
      {finders.isError && !finders.data ? (
        <PanelProblem error={finders.error} onRetry={() => void finders.refetch()} />
      ) : null}
      <Rows>
        {finders.data?.items.map((finder) => (
          <FinderRow key={finder.id} finder={finder} />
        ))}
      </Rows>
    </Section>
  );
}

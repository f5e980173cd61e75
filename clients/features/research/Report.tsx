import { useTaskText } from "@ensemble/blocks/tasks/use-task-text";
import type { Research } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { CitedText, type OnSource } from "./CitedText";
import { ReportActions } from "./ReportActions";
import { byPlan, researches } from "./research-queries";

/** Shows the report by section, including the one being written. */
export function Report({ research, onSource }: { research: Research; onSource: OnSource }) {
  const text = useText("search");
  const { writing, sections } = research;
  const { written } = useTaskText(researches, writing?.run_id ?? null);
  const isNew = writing !== null && !sections.some(({ topic }) => topic === writing.topic);
  const order = useSteadyOrder(research);
  const title = research.plan.find(({ number }) => number === writing?.topic)?.question ?? "";
  const shown = [
    ...sections.map((section) => ({ ...section, streaming: false })),
    ...(isNew && written !== ""
      ? [{ topic: writing.topic, title, text: written, cites: [], streaming: true }]
      : []),
  ].sort(order);
  if (shown.length === 0)
    return research.state === "completed" && research.statements.length === 0 ? (
      <EmptyState
        icon={<SearchX />}
        title={text("research.nothing_found")}
        description={text("nothing_found_hint")}
      />
    ) : null;
  return (
    <section aria-label={text("research.report")} className="flex flex-col gap-6">
      {shown.map((section) => (
        <article key={section.topic} aria-busy={section.streaming || undefined}>
          <h2 className="plain-bidi mb-2 text-pretty font-semibold text-lg">
            {section.topic === 0 ? text("research.summary") : section.title}
          </h2>
          <CitedText
            research={research}
            written={section.text}
            cites={section.cites}
            streaming={section.streaming}
            onSource={onSource}
          />
        </article>
      ))}
      {research.state === "completed" || research.state === "cancelled" ? (
        <ReportActions research={research} />
      ) : null}
    </section>
  );
}

/**
 * Returns the order of sections: that of the plan, but one that comes while somebody reads stands below the others, so that
 * nothing moves.
 */
function useSteadyOrder(research: Research) {
  const [first] = useState(() => new Set(research.sections.map(({ topic }) => topic)));
  const [came, setCame] = useState<readonly number[]>([]);
  const topics = [
    ...research.sections.map(({ topic }) => topic),
    ...(research.writing ? [research.writing.topic] : []),
  ];
  const fresh = topics.filter((topic) => !first.has(topic) && !came.includes(topic));
  if (fresh.length > 0) setCame([...came, ...new Set(fresh)]);
  const inPlan = byPlan(research);
  return (one: { topic: number }, other: { topic: number }) =>
    came.indexOf(one.topic) - came.indexOf(other.topic) || inPlan(one, other);
}

import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { useMarkedPassage } from "@ensemble/blocks/passages/use-marked-passage";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe } from "@ensemble/blocks/session-queries";
import type { Research } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { isolated } from "@ensemble/i18n/isolated";
import { useText } from "@ensemble/i18n/text";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useRef, useState } from "react";
import { Changes } from "./Changes";
import { Clarifying } from "./Clarifying";
import { Evidence } from "./Evidence";
import { PlanForm } from "./PlanForm";
import { Progress } from "./Progress";
import { Report } from "./Report";
import { isWorking, placeOf } from "./research-queries";
import { Sources, type Wanted } from "./Sources";

/**
 * Shows a research: pending questions, progress, evidence and report. `passage`: passage that an answer
 * cites.
 */
export function ResearchView({ research, passage = "" }: { research: Research; passage?: string }) {
  const text = useText("search");
  const priceText = usePriceText();
  const { role } = useMe();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const show = (number: number, quotes: readonly string[]) => setWanted({ number, quotes });
  const { cost, state } = research;
  const over = state === "completed" || state === "cancelled";
  const report = useRef<HTMLDivElement>(null);
  const said = research.sections.map((section) => section.text).join("\n");
  const missing = useMarkedPassage(report, passage, said);
  const answered = research.clarifications.filter(({ answer }) => answer !== null);
  // Who watches it has what was found above what is written, and closed: nothing is pushed down then.
  const [watched] = useState(!over);
  const found = [
    <Gaps key="gaps" research={research} />,
    <Evidence
      key="evidence"
      research={research}
      open={!watched && research.sections.length === 0}
      onSource={show}
    />,
  ];
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        {research.title === research.question ? null : (
          <p className="plain-start text-pretty text-muted">{research.question}</p>
        )}
        {answered.map(({ question, answer }) => (
          <p key={question} className="plain-start text-muted text-sm">
            {question} <b className="font-medium text-ink">{answer}</b>
          </p>
        ))}
        {research.previous_id ? (
          <p className="text-sm">
            <AppLink
              to={placeOf(research.previous_id)}
              className="underline decoration-line underline-offset-4 hover:decoration-current"
            >
              {text("research.before")}
            </AppLink>
          </p>
        ) : null}
        <Progress research={research} />
        {research.problem ? <ProblemCard problem={research.problem} operator={role === "operator"} /> : null}
        {research.model === null && state !== "planned" ? <Notice>{text("research.no_model")}</Notice> : null}
      </div>
      {state === "asking" ? <Clarifying research={research} /> : null}
      {state === "planned" ? <PlanForm research={research} /> : null}
      {research.changes ? <Changes research={research} changes={research.changes} onSource={show} /> : null}
      {missing ? <Notice tone="warning">{text("passage_missing")}</Notice> : null}
      {watched ? found.toReversed() : null}
      <div ref={report} className="empty:hidden">
        <Report research={research} onSource={show} />
      </div>
      {watched ? null : found}
      {!watched || over || wanted ? <Sources research={research} wanted={wanted} onShow={setWanted} /> : null}
      {over || isWorking(state) || state === "paused" ? (
        <footer className="text-faint text-sm">
          {cost.price > 0 || cost.spent > 0
            ? text("research.spent", {
                spent: priceText(cost.meter, cost.spent),
                most: priceText(cost.meter, cost.spend_max),
              })
            : null}
        </footer>
      ) : null}
    </div>
  );
}

/** Lists the gaps that remained. */
function Gaps({ research }: { research: Research }) {
  const text = useText("search");
  if (research.gaps.length === 0) return null;
  return (
    <section aria-label={text("research.gaps")}>
      <Disclosure strong open title={text("research.gaps")}>
        <ul className="ms-6 flex list-disc flex-col gap-1 pt-1 text-sm">
          {research.gaps.map((gap) => {
            const topic = research.plan.find(({ number }) => number === gap.topic);
            return (
              <li key={gap.text}>
                <bdi>{gap.text}</bdi>
                {topic ? (
                  <span className="text-muted">
                    {" "}
                    {text("research.looked_further", { topic: isolated(topic.question) })}
                  </span>
                ) : null}
              </li>
            );
          })}
        </ul>
      </Disclosure>
    </section>
  );
}

import { dateOf } from "@ensemble/blocks/citations/found-source";
import type { Research, ResearchStance, ResearchStatement } from "@ensemble/contract/wire";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Disclosure } from "@ensemble/ui/Disclosure";
import type { OnSource } from "./CitedText";

const TONES: Record<ResearchStance, "success" | "danger" | "neutral"> = {
  supports: "success",
  contradicts: "danger",
  neutral: "neutral",
  unjudged: "neutral",
};

/** Lists the evidence by topic: claim, source, date, stance, and the outcome of the check. */
export function Evidence({
  research,
  open,
  onSource,
}: {
  research: Research;
  /** True if it is open initially. */
  open: boolean;
  onSource: OnSource;
}) {
  const text = useText("search");
  const { statements } = research;
  if (statements.length === 0) return null;
  return (
    <section aria-label={text("research.evidence")}>
      <Disclosure strong open={open} title={text("research.evidence_count", { number: statements.length })}>
        {/* On a phone each line is a card: a table would hide three of its columns. */}
        <div className="overflow-x-auto pt-2">
          <table className="w-full border-collapse text-start text-sm max-sm:block sm:min-w-160">
            <caption className="sr-only">{text("research.evidence")}</caption>
            <thead className="max-sm:sr-only">
              <tr className="border-line border-b text-muted">
                <th scope="col" className="py-1.5 pe-3 text-start font-medium">
                  {text("research.claim")}
                </th>
                <th scope="col" className="py-1.5 pe-3 text-start font-medium">
                  {text("research.source")}
                </th>
                <th scope="col" className="py-1.5 pe-3 text-start font-medium">
                  {text("research.date")}
                </th>
                <th scope="col" className="py-1.5 text-start font-medium">
                  {text("research.stance")}
                </th>
              </tr>
            </thead>
            {research.plan.map((topic) => {
              const own = statements.filter((one) => one.topic === topic.number);
              return own.length === 0 ? null : (
                <tbody key={topic.number} className="max-sm:block">
                  <tr className="max-sm:block">
                    <th
                      scope="rowgroup"
                      colSpan={4}
                      className="max-sm:block pt-3 pb-1 text-start font-medium"
                    >
                      <bdi>{topic.question}</bdi>
                    </th>
                  </tr>
                  {own.map((one) => (
                    <Line
                      key={`${one.source} ${one.claim}`}
                      statement={one}
                      research={research}
                      onSource={onSource}
                    />
                  ))}
                </tbody>
              );
            })}
          </table>
        </div>
      </Disclosure>
    </section>
  );
}

function Line({
  statement,
  research,
  onSource,
}: {
  statement: ResearchStatement;
  research: Research;
  onSource: OnSource;
}) {
  const text = useText("search");
  const { locale } = useLocale();
  const source = research.found.find(({ number }) => number === statement.source);
  return (
    <tr className="border-line border-b align-top max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:py-2">
      <td className="py-2 pe-3 max-sm:w-full max-sm:py-0">
        <p className="plain-start">{statement.claim}</p>
        {statement.quote && statement.quote !== statement.claim ? (
          <blockquote className="mt-1 border-accent border-s-2 ps-2 text-muted">
            <p className="plain-start">{statement.quote}</p>
          </blockquote>
        ) : null}
        {statement.found === "not_found" ? <Badge tone="warning">{text("not_found")}</Badge> : null}
      </td>
      <td className="py-2 pe-3 max-sm:py-0 max-sm:pe-0">
        <button
          type="button"
          className="text-start underline decoration-line underline-offset-4 hover:decoration-current touch:min-h-11"
          onClick={() => onSource(statement.source, statement.quote ? [statement.quote] : [])}
        >
          [{statement.source}] <bdi>{source?.site || source?.title}</bdi>
        </button>
      </td>
      <td className="whitespace-nowrap py-2 pe-3 tabular-nums max-sm:py-0 max-sm:pe-0 max-sm:text-muted">
        {dateOf(statement, locale) ?? <span className="text-faint">{text("research.no_date")}</span>}
      </td>
      <td className="py-2 max-sm:py-0">
        <Badge tone={TONES[statement.stance]}>{text(`research.stances.${statement.stance}`)}</Badge>
      </td>
    </tr>
  );
}

import { money, moneyOfMicros } from "@ensemble/blocks/credits/money";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { CostOfModel, Costs, MonthBalance } from "@ensemble/contract/wire";
import { fullNumber, shortNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Select } from "@ensemble/ui/fields/Select";
import { Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { type ReactNode, useState } from "react";
import { costsQuery } from "../billing-queries";

/** Shows revenue and model costs by month and by model. */
export function CostsSections() {
  const text = useText("spending");
  const [month, setMonth] = useState("");
  const costs = useQuery(costsQuery(month));
  if (costs.isError) return <PanelProblem error={costs.error} onRetry={() => void costs.refetch()} />;
  if (!costs.data) return <SkeletonLines label={text("loading")} />;
  return (
    <>
      <Months costs={costs.data} />
      <Models costs={costs.data} month={month || costs.data.month} onMonth={setMonth} />
    </>
  );
}

/** Formats `2026-11` as a month name. */
const monthName = (month: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

function Table({ head, children }: { head: [string, ...string[]]; children: ReactNode }) {
  const [first, ...numbers] = head;
  return (
    <div className="rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
      {/* On a phone so many columns do not fit: each row is a block, and its numbers say themselves what they count. */}
      <table className="w-full text-sm max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="whitespace-nowrap border-line border-b text-muted [&>th]:px-4 [&>th]:py-2 [&>th]:font-medium">
            <th scope="col" className="text-start">
              {first}
            </th>
            {numbers.map((name) => (
              <th key={name} scope="col" className="text-end">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block max-sm:[&_td]:flex max-sm:[&_td]:justify-between max-sm:[&_td]:gap-2 max-sm:[&_td]:before:text-muted max-sm:[&_td]:before:content-[attr(data-label)] max-sm:[&_th]:col-span-full max-sm:[&_tr]:grid max-sm:[&_tr]:grid-cols-2 max-sm:[&_tr]:gap-x-6 max-sm:[&_tr]:gap-y-1 max-sm:[&_tr]:px-4 max-sm:[&_tr]:py-3 [&_td]:whitespace-nowrap [&_td]:text-end [&_td]:tabular-nums sm:[&_td]:px-4 sm:[&_td]:py-2 sm:[&_th]:px-4 sm:[&_th]:py-2">
          {children}
        </tbody>
      </table>
    </div>
  );
}

function Months({ costs }: { costs: Costs }) {
  const text = useText("spending");
  const hasUnpriced = costs.months.some((month) => month.unpriced_runs > 0);
  return (
    <Section title={text("balance")} description={text("balance_hint")}>
      <Table head={[text("month"), text("income"), text("cost"), text("left")]}>
        {costs.months.map((month) => (
          <MonthRow key={month.month} month={month} currency={costs.currency} />
        ))}
      </Table>
      {hasUnpriced ? <p className="text-muted text-sm">{text("without_unpriced")}</p> : null}
    </Section>
  );
}

function MonthRow({ month, currency }: { month: MonthBalance; currency: string }) {
  const text = useText("spending");
  const { locale } = useLocale();
  return (
    <tr>
      <th scope="row" className="whitespace-nowrap text-start font-medium sm:font-normal">
        {monthName(month.month, locale)}
      </th>
      <td data-label={text("income")}>
        {month.income.length === 0 ? "–" : null}
        {month.income.map(({ currency: paidIn, taken, given_back }) => (
          <div key={paidIn}>{money(taken - given_back, paidIn, locale)}</div>
        ))}
      </td>
      <td data-label={text("cost")}>
        <Cost amount={month.cost} unpriced={month.unpriced_runs} runs={month.runs} currency={currency} />
      </td>
      <td
        data-label={text("left")}
        className={month.left !== null && month.left < 0 ? "font-medium text-danger" : "font-medium"}
      >
        {month.left === null ? "–" : moneyOfMicros(month.left, currency, locale)}
      </td>
    </tr>
  );
}

/** Shows the cost of runs as far as it is known. */
function Cost({
  amount,
  unpriced,
  runs,
  currency,
}: {
  amount: number;
  unpriced: number;
  runs: number;
  currency: string;
}) {
  const text = useText("spending");
  const { locale } = useLocale();
  if (runs === 0) return "–";
  if (unpriced === runs) return <Badge tone="warning">{text("no_price")}</Badge>;
  const known = moneyOfMicros(amount, currency, locale);
  return unpriced > 0 ? text("partly_priced", { amount: known }) : known;
}

function Models({
  costs,
  month,
  onMonth,
}: {
  costs: Costs;
  month: string;
  onMonth: (month: string) => void;
}) {
  const text = useText("spending");
  const { locale } = useLocale();
  const estimated = costs.models.reduce((sum, model) => sum + model.estimated_runs, 0);
  return (
    <Section
      title={text("models")}
      action={
        <div className="w-48">
          <Select
            compact
            hideLabel
            label={text("models_of")}
            value={month}
            onChange={onMonth}
            options={costs.months.map(({ month: value }) => ({ value, label: monthName(value, locale) }))}
          />
        </div>
      }
    >
      {costs.models.length === 0 ? (
        <EmptyState icon={<Scale />} title={text("nothing_spent")} description={text("nothing_spent_hint")} />
      ) : (
        <Table
          head={[
            text("model"),
            text("answers"),
            text("tokens_in"),
            text("tokens_out"),
            text("ratings"),
            text("cost"),
          ]}
        >
          {costs.models.map((model) => (
            <ModelRow key={model.model} model={model} currency={costs.currency} />
          ))}
        </Table>
      )}
      {estimated > 0 ? <p className="text-muted text-sm">{text("estimated", { count: estimated })}</p> : null}
    </Section>
  );
}

function ModelRow({ model, currency }: { model: CostOfModel; currency: string }) {
  const text = useText("spending");
  const { locale } = useLocale();
  const name = model.model.slice(model.model.indexOf("/") + 1);
  // Answers of a model that costs nothing are not counted, their ratings are.
  const isBooked = model.runs > 0;
  return (
    <tr>
      <th
        scope="row"
        className="min-w-0 text-start font-medium sm:w-full sm:min-w-36 sm:max-w-0 sm:font-normal"
      >
        <div className="truncate" title={model.model}>
          <bdi>{name}</bdi>
        </div>
        <div className="truncate text-muted">
          <bdi>{model.connection ?? text("connection_gone")}</bdi>
        </div>
      </th>
      <td data-label={text("answers")}>{isBooked ? fullNumber(model.runs, locale) : "–"}</td>
      <td data-label={text("tokens_in")}>{isBooked ? shortNumber(model.input_tokens, locale) : "–"}</td>
      <td data-label={text("tokens_out")}>{isBooked ? shortNumber(model.output_tokens, locale) : "–"}</td>
      <td data-label={text("ratings")}>
        {model.rated_up + model.rated_down === 0
          ? "–"
          : text("rated", {
              up: fullNumber(model.rated_up, locale),
              down: fullNumber(model.rated_down, locale),
            })}
      </td>
      <td data-label={text("cost")}>
        <Cost amount={model.amount} unpriced={model.unpriced_runs} runs={model.runs} currency={currency} />
      </td>
    </tr>
  );
}

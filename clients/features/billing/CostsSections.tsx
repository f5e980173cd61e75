import { money, moneyOfMicros } from "@ensemble/blocks/money";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { CostOfModel, Costs, MonthBalance } from "@ensemble/contract/wire";
import { fullNumber, shortNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { EmptyState } from "@ensemble/ui/EmptyState";
import { Section } from "@ensemble/ui/Section";
import { Select } from "@ensemble/ui/Select";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { type ReactNode, useState } from "react";
import { costsQuery } from "./billing-queries";

/** What came in and what models cost, by month, and which models that were. */
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

/** `2026-11` as people say it. */
const monthName = (month: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

function Table({ head, children }: { head: [string, ...string[]]; children: ReactNode }) {
  const [first, ...numbers] = head;
  return (
    <div className="relative overflow-x-auto rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-line border-b text-muted [&>th]:px-4 [&>th]:py-2 [&>th]:font-medium">
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
        <tbody className="divide-y divide-line [&_td]:whitespace-nowrap [&_td]:px-4 [&_td]:py-2 [&_td]:text-end [&_td]:tabular-nums [&_th]:px-4 [&_th]:py-2">
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
  const { locale } = useLocale();
  return (
    <tr>
      <th scope="row" className="whitespace-nowrap text-start font-normal">
        {monthName(month.month, locale)}
      </th>
      <td>
        {month.income.length === 0 ? "–" : null}
        {month.income.map(({ currency: paidIn, taken, given_back }) => (
          <div key={paidIn}>{money(taken - given_back, paidIn, locale)}</div>
        ))}
      </td>
      <td>
        <Cost amount={month.cost} unpriced={month.unpriced_runs} runs={month.runs} currency={currency} />
      </td>
      <td className={month.left !== null && month.left < 0 ? "font-medium text-danger" : "font-medium"}>
        {month.left === null ? "–" : moneyOfMicros(month.left, currency, locale)}
      </td>
    </tr>
  );
}

/** What some runs cost, as far as that is known. */
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
        <Table head={[text("model"), text("answers"), text("tokens_in"), text("tokens_out"), text("cost")]}>
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
  return (
    <tr>
      <th scope="row" className="w-full min-w-36 max-w-0 text-start font-normal">
        <div className="truncate" title={model.model}>
          <bdi>{name}</bdi>
        </div>
        <div className="truncate text-muted">
          <bdi>{model.connection ?? text("connection_gone")}</bdi>
        </div>
      </th>
      <td>{fullNumber(model.runs, locale)}</td>
      <td>{shortNumber(model.input_tokens, locale)}</td>
      <td>{shortNumber(model.output_tokens, locale)}</td>
      <td>
        <Cost amount={model.amount} unpriced={model.unpriced_runs} runs={model.runs} currency={currency} />
      </td>
    </tr>
  );
}

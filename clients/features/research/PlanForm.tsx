import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { SPEND_MAX, TOPICS_MAX } from "@ensemble/contract/generated/limits/research";
import type { Research } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Select } from "@ensemble/ui/fields/Select";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus, Telescope } from "lucide-react";
import { useRef, useState } from "react";
import { atMost, stepChoices } from "./plan-cost";
import { agreeMutation } from "./research-queries";
import { type Topic, TopicRow } from "./TopicRow";

/** Edits the plan and the limit at which the research pauses. */
export function PlanForm({ research }: { research: Research }) {
  const text = useText("search");
  const problemText = useProblemText();
  const priceText = usePriceText();
  const agree = useMutation(agreeMutation(useQueryClient(), research.id));
  const added = useRef(research.plan.length);
  const [topics, setTopics] = useState<readonly Topic[]>(() =>
    research.plan.map(({ number, question, queries }) => ({
      key: number,
      question,
      queries: queries.join(" | "),
    })),
  );
  const written = topics.filter(({ question }) => question.trim() !== "");
  const { meter, price, spent } = research.cost;
  const needed = atMost(research.cost, written.length);
  const choices = stepChoices(needed.steps);
  const [steps, setSteps] = useState<number | null>(null);
  const [cap, setCap] = useState<string | null>(null);
  const wantedSteps = steps !== null && choices.includes(steps) ? steps : (choices.at(-1) ?? 0);
  const wantedCap = cap === null ? needed.spend : Number(cap);
  const ready = written.length > 0 && Number.isInteger(wantedCap) && wantedCap >= 0 && wantedCap <= SPEND_MAX;

  const change = (at: number, part: Partial<Topic>) =>
    setTopics(topics.map((topic, index) => (index === at ? { ...topic, ...part } : topic)));
  const move = (at: number, by: number) => {
    const next = [...topics];
    next.splice(at + by, 0, ...next.splice(at, 1));
    setTopics(next);
  };
  const add = () => {
    added.current += 1;
    setTopics([...topics, { key: added.current, question: "", queries: "" }]);
  };
  return (
    <form
      aria-label={text("research.plan")}
      className="flex flex-col gap-4 rounded-lg bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        const plan = written.map(({ question, queries }) => ({
          question,
          queries: queries
            .split("|")
            .map((query) => query.trim())
            .filter(Boolean),
        }));
        agree.mutate({ plan, steps_max: wantedSteps, spend_max: wantedCap });
      }}
    >
      <div>
        <h2 className="font-semibold">{text("research.plan")}</h2>
        <p className="text-muted text-sm">
          {text(research.model === null ? "research.plan_hint_plain" : "research.plan_hint")}
        </p>
      </div>
      {/* The fields say it themselves, but only while they are empty. */}
      <div aria-hidden="true" className="-mb-3 flex gap-2 text-muted text-xs max-sm:hidden">
        <span className="w-5 flex-none" />
        <div className="grid min-w-0 flex-1 grid-cols-2 gap-1.5">
          <span>{text("research.topic_placeholder")}</span>
          <span>{text("research.queries_placeholder")}</span>
        </div>
        <span className="w-21 flex-none" />
      </div>
      <ol className="flex flex-col gap-3">
        {topics.map((topic, index) => (
          <TopicRow
            key={topic.key}
            topic={topic}
            index={index}
            count={topics.length}
            onChange={(part) => change(index, part)}
            onMove={(by) => move(index, by)}
            onRemove={() => setTopics(topics.filter((one) => one !== topic))}
          />
        ))}
      </ol>
      {topics.length < TOPICS_MAX ? (
        <div>
          <Button size="sm" kind="ghost" icon={<Plus className="size-4" />} onClick={add}>
            {text("research.add_topic")}
          </Button>
        </div>
      ) : null}
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={text("research.steps_max")}
          value={`${wantedSteps}`}
          options={choices.map((value) => ({
            value: `${value}`,
            label:
              value === choices.at(-1)
                ? text("research.steps_all", { number: value })
                : text("research.steps_after", { number: value }),
          }))}
          onChange={(value) => setSteps(Number(value))}
        />
        {price > 0 ? (
          <TextField
            label={text("research.spend_max")}
            hint={text("research.spend_hint", {
              price: priceText(meter, needed.spend),
              spent: priceText(meter, spent),
            })}
            inputMode="numeric"
            value={cap ?? `${needed.spend}`}
            onChange={setCap}
          />
        ) : null}
      </div>
      {agree.error ? <Notice tone="danger">{problemText(agree.error)}</Notice> : null}
      <div className="flex justify-end">
        <Button
          type="submit"
          kind="primary"
          busy={agree.isPending}
          disabled={!ready}
          icon={<Telescope className="size-4" />}
        >
          {text("research.agree")}
        </Button>
      </div>
    </form>
  );
}

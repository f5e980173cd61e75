import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { SPEND_MAX, TOPIC_MAX_CHARS, TOPICS_MAX } from "@ensemble/contract/generated/limits/research";
import type { Research } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Select } from "@ensemble/ui/fields/Select";
import { TextField } from "@ensemble/ui/fields/TextField";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Plus, Telescope, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { atMost, stepChoices } from "./plan-cost";
import { agreeMutation } from "./research-queries";

interface Topic {
  key: number;
  question: string;
  queries: string;
}

/** The plan, which its person may change, and how far the research may go before it asks again. */
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
          <li key={topic.key} className="flex items-start gap-2 max-sm:flex-wrap">
            <span
              aria-hidden="true"
              className="w-5 flex-none pt-2 text-end text-faint text-sm tabular-nums touch:pt-3"
            >
              {index + 1}
            </span>
            <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5 sm:grid-cols-2">
              <TextField
                label={text("research.topic", { number: index + 1 })}
                hideLabel
                maxLength={TOPIC_MAX_CHARS}
                placeholder={text("research.topic_placeholder")}
                value={topic.question}
                onChange={(question) => change(index, { question })}
              />
              <TextField
                label={text("research.queries", { number: index + 1 })}
                hideLabel
                placeholder={text("research.queries_placeholder")}
                value={topic.queries}
                onChange={(queries) => change(index, { queries })}
              />
            </div>
            <div className="flex flex-none items-center max-sm:w-full max-sm:justify-end sm:h-9 sm:touch:h-11">
              <IconButton
                size="sm"
                label={text("research.move_up", { number: index + 1 })}
                icon={<ArrowUp />}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconButton
                size="sm"
                label={text("research.move_down", { number: index + 1 })}
                icon={<ArrowDown />}
                disabled={index === topics.length - 1}
                onClick={() => move(index, 1)}
              />
              <IconButton
                size="sm"
                label={text("research.remove_topic", { number: index + 1 })}
                icon={<Trash2 />}
                disabled={topics.length === 1}
                onClick={() => setTopics(topics.filter((one) => one !== topic))}
              />
            </div>
          </li>
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

import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { TaskProgress } from "@ensemble/blocks/tasks/TaskProgress";
import { SPEND_MAX, STEPS_MAX } from "@ensemble/contract/generated/limits/research";
import type { Research, ResearchStep } from "@ensemble/contract/wire";
import { isolated } from "@ensemble/i18n/isolated";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { Check, CircleDashed, Pause, Play, Square } from "lucide-react";
import { useState } from "react";
import { continueMutation, isWorking, pauseMutation, researches } from "./research-queries";

/** Shows the progress of a research by steps, with its actions. */
export function Progress({ research }: { research: Research }) {
  const text = useText("search");
  const problemText = useProblemText();
  const pause = useMutation(pauseMutation(useQueryClient(), research.id));
  const [wasOpen] = useState(research.state !== "completed" && research.state !== "cancelled");
  return (
    <div className="flex flex-col gap-2">
      <TaskProgress
        kind={researches}
        task={research}
        label={text(`research.states.${research.state}`)}
        actions={
          isWorking(research.state) ? (
            <Button
              size="sm"
              icon={<Pause className="size-3.5" />}
              busy={pause.isPending}
              onClick={() => pause.mutate()}
            >
              {text("research.pause")}
            </Button>
          ) : null
        }
      />
      {pause.error ? <Notice tone="danger">{problemText(pause.error)}</Notice> : null}
      {research.state === "paused" ? <Paused research={research} /> : null}
      {research.steps.length > 0 || isWorking(research.state) ? (
        <Disclosure title={text("research.steps", { number: research.steps.length })} open={wasOpen}>
          {/* Of one height while steps come, so that the report below stays where it is. */}
          <ol className={clsx("flex flex-col gap-1 ps-6 pt-1", wasOpen && "h-56 overflow-y-auto")}>
            {research.steps.map((step) => (
              <StepLine key={step.number} step={step} research={research} />
            ))}
          </ol>
        </Disclosure>
      ) : null}
    </div>
  );
}

function StepLine({ step, research }: { step: ResearchStep; research: Research }) {
  const text = useText("search");
  const topic = research.plan.find(({ number }) => number === step.topic)?.question;
  const { sources, unread, statements, engines } = step.outcome;
  const failed = engines.filter(({ fault }) => fault !== null).map(({ name }) => name);
  const brought = [
    step.kind === "search" && step.state === "done"
      ? text("research.found_count", { number: sources.length })
      : "",
    step.kind === "read" && step.state === "done"
      ? text("research.read_count", { number: sources.length })
      : "",
    unread.length > 0 ? text("research.unread_count", { number: unread.length }) : "",
    step.kind === "extract" && step.state === "done"
      ? text("research.statement_count", { number: statements })
      : "",
    failed.length > 0 ? text("research.silent", { engines: failed.join(text("list_separator")) }) : "",
  ].filter(Boolean);
  return (
    <li className="flex items-start gap-2 text-sm">
      <span className="mt-0.5 flex size-4 flex-none items-center justify-center [&_svg]:size-4">
        {step.state === "done" ? (
          <Check className="text-success" aria-label={text("research.done")} />
        ) : step.state === "dropped" ? (
          <Square className="text-faint" aria-label={text("research.dropped")} />
        ) : isWorking(research.state) ? (
          <Spinner />
        ) : (
          <CircleDashed className="text-faint" aria-label={text("research.waits")} />
        )}
      </span>
      <span className="min-w-0 flex-1">
        {text(`research.kinds.${step.kind}`)}
        {topic ? <span className="text-muted"> {isolated(topic)}</span> : null}
        {brought.length > 0 ? <span className="text-faint"> · {brought.join(" · ")}</span> : null}
      </span>
    </li>
  );
}

/** Shows why the research is paused, and how to continue. */
function Paused({ research }: { research: Research }) {
  const text = useText("search");
  const problemText = useProblemText();
  const priceText = usePriceText();
  const proceed = useMutation(continueMutation(useQueryClient(), research.id));
  const { cost, pause } = research;
  const more = Math.min(SPEND_MAX, cost.spend_max + 10 * Math.max(1, cost.price));
  const spends = pause === "spend";
  return (
    <Notice
      tone={pause === "problem" ? "warning" : "info"}
      title={text(`research.pauses.${pause ?? "person"}`)}
      action={
        <Button
          size="sm"
          kind="primary"
          icon={<Play className="size-3.5" />}
          busy={proceed.isPending}
          onClick={() => proceed.mutate({ steps_max: null, spend_max: spends ? more : null })}
        >
          {spends
            ? text("research.spend_more", { price: priceText(cost.meter, more) })
            : text("research.continue")}
        </Button>
      }
    >
      {pause === "steps"
        ? text("research.steps_again", { number: Math.min(STEPS_MAX, cost.steps_max) })
        : null}
      {spends
        ? text("research.spent", {
            spent: priceText(cost.meter, cost.spent),
            most: priceText(cost.meter, cost.spend_max),
          })
        : null}
      {proceed.error ? <p className="text-danger">{problemText(proceed.error)}</p> : null}
    </Notice>
  );
}

import { CopyButton } from "@ensemble/blocks/CopyButton";
import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { TaskProgress } from "@ensemble/blocks/tasks/TaskProgress";
import type { TaskQueue } from "@ensemble/blocks/tasks/use-task-text";
import type { Humanization } from "@ensemble/contract/wire";
import { factsLine, fullNumber } from "@ensemble/i18n/formats";
import { type TextKey, useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { useQuery } from "@tanstack/react-query";
import { ReceiptText, RotateCw } from "lucide-react";
import { humanizations, priceQuery } from "./humanizer-queries";
import { METER } from "./PriceLine";

/** Shows the progress with a stop button; afterwards the outcome, cost and actions. */
export function RewrittenFoot({
  humanization,
  written,
  queue,
  isStarting,
  onAgain,
}: {
  humanization: Humanization;
  /** Text so far. */
  written: string;
  queue: TaskQueue | null;
  isStarting: boolean;
  onAgain: () => void;
}) {
  const text = useText("humanizer");
  const { state, problem } = humanization;
  const isRunning = state === "running";
  return (
    <footer className="border-line border-t px-3 py-2.5">
      <TaskProgress
        kind={humanizations}
        task={humanization}
        queue={queue}
        label={text(stateOf(humanization))}
        // Estimated: the new text is about as long as the old one.
        percent={(100 * written.length) / Math.max(1, humanization.text.length)}
        details={isRunning ? null : <Receipt humanization={humanization} />}
        actions={
          <>
            {isRunning || written === "" ? null : <CopyButton label={text("copy")} content={written} />}
            {/* What failed offers it itself, where it helps. */}
            {isRunning || problem ? null : (
              <Button
                kind="ghost"
                busy={isStarting}
                icon={<RotateCw className="size-4" aria-hidden="true" />}
                onClick={onAgain}
              >
                {text("again")}
              </Button>
            )}
          </>
        }
      />
    </footer>
  );
}

/** Returns the text key of the state. */
function stateOf({ state, written }: Humanization): TextKey<"humanizer"> {
  if (state === "running") return "rewriting";
  const brokeOff = state === "stopped" || state === "interrupted";
  return brokeOff && !written ? `states.${state}_early` : `states.${state}`;
}

/** Shows the cost, the number of words and the model. */
function Receipt({ humanization }: { humanization: Humanization }) {
  const text = useText("humanizer");
  const { words, credits, model_name } = humanization;
  // Without billing, nothing has a price.
  const charges = useQuery(priceQuery(humanization.text)).data?.charges === true;
  const { locale } = useLocale();
  const priceText = usePriceText();
  const charged = credits === 0 ? text("nothing_charged") : priceText(METER, credits ?? 0);
  const facts = [
    text("words", { count: words, number: fullNumber(words, locale) }),
    charges && credits !== null ? charged : null,
    model_name,
  ];
  return (
    <p className="flex items-center gap-1.5 text-muted text-xs tabular-nums">
      <ReceiptText className="size-3.5 flex-none" aria-hidden="true" />
      <span className="sr-only">{text("cost")}: </span>
      <span>{factsLine(facts)}</span>
    </p>
  );
}

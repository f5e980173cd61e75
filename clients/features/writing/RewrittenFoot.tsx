import { CopyButton } from "@ensemble/blocks/CopyButton";
import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import type { Humanization } from "@ensemble/contract/wire";
import { factsLine, fullNumber } from "@ensemble/i18n/formats";
import { type TextKey, useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ProgressBar } from "@ensemble/ui/feedback/ProgressBar";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ReceiptText, RotateCw, Square } from "lucide-react";
import { priceQuery, stopMutation } from "./humanizer-queries";
import { METER } from "./PriceLine";

/** Maximum of the estimated progress: the new text is about as long as the old one. */
const DONE_MAX = 0.98;

/** Shows the progress with a stop button; afterwards the outcome, cost and actions. */
export function RewrittenFoot({
  humanization,
  written,
  place,
  isStarting,
  onAgain,
}: {
  humanization: Humanization;
  /** Text so far. */
  written: string;
  /** Position in the queue, if queued. */
  place: number | null;
  isStarting: boolean;
  onAgain: () => void;
}) {
  const text = useText("humanizer");
  const { state, problem } = humanization;
  const isRunning = state === "running";
  return (
    <footer className="flex flex-col gap-2 border-line border-t px-3 py-2.5">
      {isRunning ? <Progress share={written.length / Math.max(1, humanization.text.length)} /> : null}
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 ps-1 text-sm">
        {isRunning ? <Spinner className="text-muted" /> : null}
        <div className="min-w-[min(12rem,60%)] flex-1">
          {/* The same element throughout, so that readers hear how it went on. */}
          <p role="status">
            {place === null ? text(stateOf(humanization)) : text("in_line", { position: place })}
          </p>
          {isRunning ? null : <Receipt humanization={humanization} />}
        </div>
        {isRunning ? <StopButton runId={humanization.run_id} /> : null}
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
      </div>
    </footer>
  );
}

/** Returns the text key of the state. */
function stateOf({ state, written }: Humanization): TextKey<"humanizer"> {
  if (state === "running") return "rewriting";
  const brokeOff = state === "stopped" || state === "interrupted";
  return brokeOff && !written ? `states.${state}_early` : `states.${state}`;
}

function Progress({ share }: { share: number }) {
  const text = useText("humanizer");
  const { locale } = useLocale();
  const done = Math.min(share, DONE_MAX);
  const percent = new Intl.NumberFormat(locale, { style: "percent" }).format(done);
  return <ProgressBar label={text("progress")} value={done} max={1} valueText={percent} />;
}

function StopButton({ runId }: { runId: string }) {
  const text = useText("humanizer");
  const stop = useMutation(stopMutation(useQueryClient()));
  return (
    <Button
      icon={<Square className="size-3.5" aria-hidden="true" />}
      busy={stop.isPending}
      onClick={() => stop.mutate(runId)}
    >
      {text("stop")}
    </Button>
  );
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

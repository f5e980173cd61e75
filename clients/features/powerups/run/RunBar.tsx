import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Play, Square } from "lucide-react";
import { priceQuery, stopMutation } from "../powerup-queries";
import type { Run } from "./use-run";

/** Button that runs a PowerUP, or stops it, with the price before. */
export function RunBar({
  run,
  model,
  disabled,
  onStart,
}: {
  run: Run;
  /** The preferred model. */
  model: string | null;
  disabled: boolean;
  onStart: () => void;
}) {
  const text = useText("powerups");
  return (
    <div className="flex flex-wrap items-center gap-3">
      {run.isFinished ? (
        <Button
          kind="primary"
          icon={<Play className="size-4" />}
          busy={run.isStarting}
          disabled={disabled}
          onClick={onStart}
        >
          {text("run")}
        </Button>
      ) : (
        <StopButton runId={run.started?.run_id ?? ""} />
      )}
      <PriceLine model={model} />
    </div>
  );
}

function StopButton({ runId }: { runId: string }) {
  const text = useText("powerups");
  const stop = useMutation(stopMutation());
  return (
    <Button icon={<Square className="size-4" />} busy={stop.isPending} onClick={() => stop.mutate(runId)}>
      {text("stop")}
    </Button>
  );
}

/** Model and maximum price of a run, before it is started. */
function PriceLine({ model }: { model: string | null }) {
  const text = useText("powerups");
  const problemText = useProblemText();
  const priceText = usePriceText();
  const { data: price, error } = useQuery(priceQuery(model));
  if (error) return <p className="text-danger text-sm">{problemText(error)}</p>;
  if (!price) return null;
  return (
    <p className="text-muted text-sm tabular-nums">
      <bdi>{price.model_name}</bdi>
      {price.charges ? ` · ${text("at_most", { price: priceText(price.meter, price.amount) })}` : null}
    </p>
  );
}

import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe } from "@ensemble/blocks/session-queries";
import { toProblem } from "@ensemble/contract/problem-error";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Play, Square } from "lucide-react";
import { useState } from "react";
import { CAPS, INITIAL_CAP, isCapped } from "./live-state";
import type { Live } from "./use-live";

/** Foot of a live form: what it costs at most, start and stop, and how far it is. */
export function LiveBar({
  live,
  price,
  hint,
}: {
  live: Live;
  /** Price of one image in advanced credits. */
  price: number;
  /** Text that says what is missing; null: it can start. */
  hint: string | null;
}) {
  const text = useText("image_apps");
  const priceText = usePriceText();
  const { role } = useMe();
  const [cap, setCap] = useState<number>(INITIAL_CAP);
  const { state } = live;
  const capped = isCapped(state);
  const isLive = state.phase === "live" && !capped;
  const start = () => live.start(cap);
  return (
    <div className="flex flex-none flex-col gap-3 border-line border-t px-4 py-3 sm:px-6">
      {isLive ? null : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span aria-hidden="true" className="font-medium text-sm">
            {text("live.cap")}
          </span>
          <Segmented
            label={text("live.cap")}
            value={String(cap)}
            options={CAPS.map((count) => ({ value: String(count), label: String(count) }))}
            onChange={(count) => setCap(Number(count))}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p role="status" className="min-w-0 flex-1 text-muted text-xs">
          {state.runs > 0
            ? text("live.so_far", {
                made: state.runs,
                cap: state.cap,
                price: priceText("advanced_credit", state.spent),
              })
            : price > 0
              ? text("live.cost", {
                  price: priceText("advanced_credit", price),
                  most: priceText("advanced_credit", price * cap),
                })
              : text("live.free")}
        </p>
        {isLive ? (
          <Button icon={<Square className="size-4" aria-hidden="true" />} onClick={live.stop}>
            {text("live.stop")}
          </Button>
        ) : (
          <Button
            kind="primary"
            disabled={hint !== null}
            icon={<Play className="size-4 rtl:-scale-x-100" aria-hidden="true" />}
            onClick={start}
          >
            {text(capped ? "live.go_on" : "live.start")}
          </Button>
        )}
      </div>
      {capped ? <p className="text-muted text-xs">{text("live.capped")}</p> : null}
      {hint === null ? null : <p className="text-muted text-xs">{hint}</p>}
      {live.error ? (
        <ProblemCard
          problem={toProblem(live.error)}
          operator={role === "operator"}
          onRetry={hint === null ? start : undefined}
        />
      ) : null}
    </div>
  );
}

import { toProblem } from "@ensemble/contract/problem-error";
import { Button } from "@ensemble/ui/Button";
import type { ReactNode } from "react";
import { CreditPrice } from "../models/CreditPrice";
import { ProblemCard } from "../problems/ProblemCard";
import { useMe } from "../session-queries";

/** Foot of a form: the price, the button, what is missing, and why the last request was refused. */
export function CreateBar({
  price,
  label,
  icon,
  isReady,
  isStarting,
  hint,
  error,
  onRetry,
}: {
  /** Null while it is unknown. */
  price: number | null;
  label: string;
  icon: ReactNode;
  isReady: boolean;
  isStarting: boolean;
  /** Text that says what is missing. */
  hint: string | null;
  error: Error | null;
  onRetry: () => void;
}) {
  const { role } = useMe();
  return (
    <div className="flex flex-none flex-col gap-2 border-line border-t px-4 py-3 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {price === null ? <span /> : <CreditPrice amount={price} />}
        <Button type="submit" kind="primary" disabled={!isReady} busy={isStarting} icon={icon}>
          {label}
        </Button>
      </div>
      {hint === null ? null : <p className="text-muted text-xs">{hint}</p>}
      {error ? (
        <ProblemCard
          problem={toProblem(error)}
          operator={role === "operator"}
          onRetry={isReady ? onRetry : undefined}
        />
      ) : null}
    </div>
  );
}

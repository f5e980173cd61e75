import { useProblemText } from "@ensemble/i18n/problem-text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";

/** Asks the person to allow what a program wants: what it may do and what not, a warning, and the choice. */
export function Consent({
  may,
  mayNot,
  warning,
  error,
  denyLabel,
  allowLabel,
  busy,
  onDeny,
  onAllow,
}: {
  may: string;
  /** Null: no such line is shown. */
  mayNot: string | null;
  warning: string;
  /** Error of the last attempt to allow it. */
  error: Error | null;
  denyLabel: string;
  allowLabel: string;
  busy: boolean;
  onDeny: () => void;
  onAllow: () => void;
}) {
  const explain = useProblemText();
  return (
    <>
      <ul className="flex flex-col gap-2 text-sm">
        <Line icon={<Check className="text-success" />}>{may}</Line>
        {mayNot ? <Line icon={<X className="text-danger" />}>{mayNot}</Line> : null}
      </ul>
      <p className="text-muted text-sm">{warning}</p>
      {error ? <Notice tone="danger">{explain(error)}</Notice> : null}
      <div className="flex gap-2">
        <Button size="lg" className="flex-1" onClick={onDeny}>
          {denyLabel}
        </Button>
        <Button kind="primary" size="lg" className="flex-1" busy={busy} onClick={onAllow}>
          {allowLabel}
        </Button>
      </div>
    </>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <span aria-hidden="true" className="flex-none pt-0.5 [&_svg]:size-4">
        {icon}
      </span>
      {children}
    </li>
  );
}

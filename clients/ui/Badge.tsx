import clsx from "clsx";
import type { ReactNode } from "react";

const TONES = {
  neutral: "bg-sunken text-muted shadow-[inset_0_0_0_1px_var(--line)]",
  accent: "bg-accent-soft text-accent-ink",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
};

/** Label for a state or kind. */
export function Badge({ tone = "neutral", children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={clsx(
        "inline-flex h-5 flex-none items-center whitespace-nowrap rounded-full px-2 font-medium text-xs",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

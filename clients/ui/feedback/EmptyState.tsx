import type { ReactNode } from "react";

/** Placeholder of an empty list or page: one sentence, one action, and examples where they help. */
export function EmptyState({
  icon,
  title,
  description,
  action,
  children,
}: {
  icon?: ReactNode;
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-2 px-6 py-12 text-center">
      {icon ? (
        <span className="mb-2 flex size-11 items-center justify-center rounded-md bg-sunken text-muted shadow-[inset_0_0_0_1px_var(--line)] [&_svg]:size-5">
          {icon}
        </span>
      ) : null}
      <h2 className="text-balance font-semibold">{title}</h2>
      {description ? <p className="text-balance text-muted text-sm">{description}</p> : null}
      {action ? <div className="mt-3">{action}</div> : null}
      {children}
    </div>
  );
}

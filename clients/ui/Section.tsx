import clsx from "clsx";
import type { ReactNode } from "react";

/** Length from which a description gets its own line on phones. */
const LONG_CHARS = 48;

/** Titled group of rows. */
export function Section({
  title,
  description,
  action,
  children,
}: {
  title?: string;
  description?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="flex flex-col gap-3">
      {title || description || action ? (
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-[min(15rem,100%)] flex-1">
            {title ? <h2 className="font-semibold">{title}</h2> : null}
            {description ? <p className="mt-0.5 text-pretty text-muted text-sm">{description}</p> : null}
          </div>
          {action}
        </div>
      ) : null}
      {children}
    </section>
  );
}

/** Rows in one frame with separators. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <div className="divide-y divide-line rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
      {children}
    </div>
  );
}

/** Row for a setting or fact: its name at the start, its control at the end. */
export function Row({
  title,
  description,
  leading,
  wide,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  leading?: ReactNode;
  /** True if the description is long and this cannot be detected. */
  wide?: boolean;
  children?: ReactNode;
}) {
  // Next to a wide control it would be a column of single words.
  const isLong = wide ?? (typeof description === "string" && description.length > LONG_CHARS);
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      {leading}
      <div className={clsx("flex-1", isLong ? "min-w-[min(13rem,100%)]" : "min-w-32")}>
        <div className="text-sm">{title}</div>
        {description ? <div className="text-muted text-sm">{description}</div> : null}
      </div>
      {children ? <div className="flex items-center gap-2">{children}</div> : null}
    </div>
  );
}

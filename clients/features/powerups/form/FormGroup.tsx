import type { ReactNode } from "react";

/** A titled part of the form. */
export function FormGroup({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <div>
        <h2 className="font-semibold">{title}</h2>
        {hint ? <p className="text-muted text-sm">{hint}</p> : null}
      </div>
      {children}
    </section>
  );
}

import { type ReactNode, useId } from "react";

/** Titled part of the panel. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-line border-b p-3 last:border-b-0">
      <h2 id={id} className="font-medium text-sm">
        {title}
      </h2>
      {children}
    </section>
  );
}

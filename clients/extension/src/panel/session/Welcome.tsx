import { Mark } from "@ensemble/ui/Mark";
import type { ReactNode } from "react";

/** Renders the panel's first screen, before anybody is signed in. */
export function Welcome({
  title,
  description,
  children,
}: {
  title: string;
  description: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="flex min-h-dvh flex-col bg-surface px-6 py-8">
      <div className="mx-auto flex w-full max-w-[22rem] flex-1 flex-col justify-center gap-5">
        <Mark className="size-11" />
        <div>
          <h1 className="text-balance font-semibold text-xl tracking-tight">{title}</h1>
          <p className="mt-2 text-pretty text-muted text-sm">{description}</p>
        </div>
        {children}
      </div>
    </main>
  );
}

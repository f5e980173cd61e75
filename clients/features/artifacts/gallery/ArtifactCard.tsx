import { OneLine } from "@ensemble/blocks/OneLine";
import { AppLink } from "@ensemble/host/navigation";
import { factsLine } from "@ensemble/i18n/formats";
import type { ReactNode } from "react";
import { KIND_ICONS } from "../kinds";
import type { Artifact } from "../operations";

/** Card of an artifact in a list: a click anywhere opens it, and `children` are the actions beside. */
export function ArtifactCard({
  to,
  title,
  kind,
  facts,
  children,
}: {
  to: string;
  title: string;
  kind: Artifact["kind"];
  facts: readonly string[];
  children: ReactNode;
}) {
  const Icon = KIND_ICONS[kind];
  return (
    <article className="group relative flex items-center gap-3 rounded-lg bg-raised p-3 shadow-[inset_0_0_0_1px_var(--line)] transition-colors focus-within:bg-hover hover:bg-hover">
      <span className="flex size-10 flex-none items-center justify-center rounded-md bg-accent-soft text-accent-ink">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <AppLink
          to={to}
          className="block font-medium outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          <OneLine>{title}</OneLine>
        </AppLink>
        <p className="truncate text-muted text-sm">{factsLine(facts)}</p>
      </div>
      <span className="relative z-10 flex flex-none">{children}</span>
    </article>
  );
}

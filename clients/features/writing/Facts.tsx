import type { Humanization } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { ShieldCheck } from "lucide-react";

type Both = Pick<Humanization, "missing" | "added">;

/** Returns true if all facts were kept and none was added. */
export const factsKept = ({ missing, added }: Both): boolean => missing.length + added.length === 0;

export function KeptFacts() {
  const text = useText("humanizer");
  return (
    <p className="flex items-center gap-2 text-muted text-sm">
      <ShieldCheck className="size-4 flex-none text-success" aria-hidden="true" />
      {text("all_kept")}
    </p>
  );
}

/** Lists missing and added facts. */
export function LostFacts({ missing, added }: Both) {
  const text = useText("humanizer");
  return (
    <Notice tone="warning">
      <div className="flex flex-col gap-2">
        {missing.length > 0 ? <Listed title={text("missing")} facts={missing} /> : null}
        {added.length > 0 ? <Listed title={text("extra")} facts={added} /> : null}
      </div>
    </Notice>
  );
}

function Listed({ title, facts }: { title: string; facts: readonly string[] }) {
  return (
    <div>
      <p>{title}</p>
      <ul aria-label={title} className="mt-1.5 flex flex-wrap gap-1.5">
        {[...new Set(facts)].map((fact) => (
          <li
            key={fact}
            className="max-w-full break-words rounded-sm bg-raised px-1.5 py-0.5 font-medium text-xs shadow-[inset_0_0_0_1px_var(--line)]"
          >
            <bdi>{fact}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

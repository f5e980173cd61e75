import type { Message } from "@ensemble/contract/wire";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useChooseBranch } from "./use-choose-branch";

/** Switches between the versions of a turn: ‹ 2/3 ›. */
export function BranchSwitcher({ version, versions }: { version: number; versions: readonly Message[] }) {
  const text = useText("chat");
  const { locale } = useLocale();
  const choose = useChooseBranch();
  if (versions.length < 2) return null;
  const go = (to: number) => {
    const target = versions[to];
    if (target) choose(target);
  };
  const number = fullNumber(version + 1, locale);
  const total = fullNumber(versions.length, locale);
  return (
    <span className="flex items-center text-muted text-xs">
      <IconButton
        size="sm"
        label={text("previous_branch")}
        icon={<ChevronLeft className="rtl:-scale-x-100" />}
        disabled={version <= 0}
        onClick={() => go(version - 1)}
      />
      <span role="img" aria-label={text("branch_of", { number, total })} className="tabular-nums">
        {number}/{total}
      </span>
      <IconButton
        size="sm"
        label={text("next_branch")}
        icon={<ChevronRight className="rtl:-scale-x-100" />}
        disabled={version >= versions.length - 1}
        onClick={() => go(version + 1)}
      />
    </span>
  );
}

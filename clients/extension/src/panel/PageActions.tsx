import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { useText } from "@ensemble/i18n/text";
import { Languages, ListCollapse } from "lucide-react";
import type { ReactNode } from "react";
import { askBackground } from "./ask-background";
import { usePage } from "./page-store";

/** What can be done with the page that goes along, in one press. */
export function PageActions({ seat }: { seat: ComposerSeat }) {
  const text = useText("extension");
  const { page } = usePage();
  if (page.kind !== "ready") return null;
  const { tabId } = page;
  return (
    <div className="flex flex-wrap gap-1 pt-1">
      <PageAction
        icon={<ListCollapse />}
        label={text("page_summarise")}
        onClick={() => seat.send(text("page_summary_question"))}
      />
      <PageAction
        icon={<Languages />}
        label={text("page_translate")}
        // It could be read, so it can be called.
        onClick={() => void askBackground("panel→background: translate page", { tabId })}
      />
    </div>
  );
}

function PageAction({ icon, label, onClick }: { icon: ReactNode; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex h-7 items-center gap-1.5 rounded-full px-2.5 text-muted text-sm shadow-[inset_0_0_0_1px_var(--line)] hover:bg-hover hover:text-ink touch:h-11 [&_svg]:size-3.5"
    >
      {icon}
      {label}
    </button>
  );
}

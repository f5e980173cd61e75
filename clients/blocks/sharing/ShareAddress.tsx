import { factsLine } from "@ensemble/i18n/formats";
import { buttonStyle } from "@ensemble/ui/button-styles";
import clsx from "clsx";
import { ExternalLink } from "lucide-react";
import { CopyButton } from "../CopyButton";

/** Shows the address of a shared page with copy and open buttons, and what is known of the page. */
export function ShareAddress({
  url,
  labels,
  facts,
}: {
  url: string;
  labels: { address: string; copy: string; open: string };
  facts: readonly (string | null)[];
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-1 rounded-md bg-sunken ps-3 pe-1 shadow-[inset_0_0_0_1px_var(--line)]">
        <input
          readOnly
          dir="ltr"
          aria-label={labels.address}
          value={url}
          onFocus={(event) => event.target.select()}
          className="h-9 min-w-0 flex-1 bg-transparent text-sm touch:h-11"
        />
        <CopyButton size="sm" label={labels.copy} content={url} />
        <a
          href={url}
          target="_blank"
          rel="noopener"
          aria-label={labels.open}
          className={clsx(buttonStyle("ghost", "sm"), "touch:min-w-11")}
        >
          <ExternalLink className="size-4" aria-hidden="true" />
        </a>
      </div>
      <p className="text-muted text-xs">{factsLine(facts)}</p>
    </div>
  );
}

import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Popover } from "@ensemble/ui/popups/Popover";
import type { Sent } from "../operations";

/** Lists what a run sent, and to whom, behind a button. */
export function SentList({ sent, model }: { sent: readonly Sent[]; model: string }) {
  const text = useText("powerups");
  const { locale } = useLocale();
  return (
    <Popover
      side="top"
      className="max-w-sm p-3"
      trigger={
        <Button size="sm" kind="ghost">
          {text("what_was_sent")}
        </Button>
      }
    >
      {sent.length === 0 ? <p className="text-sm">{text("sent.nothing", { model })}</p> : null}
      <ul className="flex flex-col gap-2 text-sm">
        {sent.map(({ kind, chars, detail, is_cut }) => (
          <li key={kind} className="flex flex-col">
            <span className="font-medium">{text(`sent.${kind}`)}</span>
            {detail ? <bdi className="break-all text-muted">{detail}</bdi> : null}
            <span className="text-muted">
              {text("sent.to", {
                number: fullNumber(chars, locale),
                to: kind === "search" ? text("sent.search_engines") : model,
              })}
              {is_cut ? ` · ${text("sent.cut")}` : null}
            </span>
          </li>
        ))}
      </ul>
    </Popover>
  );
}

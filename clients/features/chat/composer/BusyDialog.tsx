import type { Problem } from "@ensemble/contract/wire";
import { aboutTime } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";

/**
 * Shown when the queue is full (spec §8): the text is back in the field, to send later or to another model.
 */
export function BusyDialog({
  problem,
  onRetry,
  onSwitchModel,
  onClose,
}: {
  problem: Problem;
  onRetry: () => void;
  onSwitchModel: () => void;
  onClose: () => void;
}) {
  const text = useText("chat");
  const problemText = useProblemText();
  const { locale } = useLocale();
  const seconds = Number(problem.params.retry_after_seconds) || 0;
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={text("high_traffic")}
      description={problemText(problem)}
      closeLabel={text("close")}
      footer={
        <>
          <Button onClick={onSwitchModel}>{text("switch_model")}</Button>
          <Button kind="primary" onClick={onRetry}>
            {text("try_again")}
          </Button>
        </>
      }
    >
      <p className="text-muted text-sm">
        {seconds > 0 ? `${text("queue_would_take", { time: aboutTime(seconds, locale) })} ` : null}
        {text("words_are_kept")}
      </p>
    </Dialog>
  );
}

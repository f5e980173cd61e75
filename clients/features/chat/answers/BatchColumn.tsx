import type { Message } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { useMutation } from "@tanstack/react-query";
import clsx from "clsx";
import { CornerDownRight, Square } from "lucide-react";
import { useChooseBranch } from "../branches/use-choose-branch";
import { cancelRunMutation } from "../chat-queries";
import { Answer } from "./Answer";

/**
 * Column of a side-by-side answer: it streams, can be stopped and regenerated, and can be chosen to continue
 * with.
 */
export function BatchColumn({
  answer,
  versions,
  numbered = [],
  chosen,
  last,
}: {
  answer: Message;
  versions: readonly Message[];
  /** Answers that a merged answer was made from. */
  numbered?: readonly Message[];
  chosen: boolean;
  last: boolean;
}) {
  const text = useText("chat");
  const choose = useChooseBranch();
  const cancel = useMutation(cancelRunMutation());
  const running = answer.state === "running";
  const stopping = cancel.isPending || (cancel.isSuccess && cancel.variables === answer.run_id);
  const name = answer.model_name ?? answer.model ?? "";
  return (
    <div
      className={clsx(
        "flex min-w-0 flex-col gap-2 rounded-lg px-3.5 py-3",
        chosen ? "shadow-[0_0_0_1.5px_var(--accent)]" : "shadow-[0_0_0_1px_var(--line)]",
      )}
    >
      {/* Above the text: below it, buttons would move with the longest of the answers. */}
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        {chosen ? (
          <Badge tone="accent">{text("continuing_with")}</Badge>
        ) : (
          <Button
            size="sm"
            kind="ghost"
            icon={<CornerDownRight className="size-3.5 rtl:-scale-x-100" />}
            aria-label={text("continue_with_named", { model: name })}
            onClick={() => choose(answer)}
          >
            {text("continue_with")}
          </Button>
        )}
        {running ? (
          <Button
            size="sm"
            icon={<Square className="size-3 fill-current" />}
            aria-label={text("stop_named", { model: name })}
            disabled={stopping}
            onClick={() => answer.run_id && cancel.mutate(answer.run_id)}
          >
            {text(stopping ? "stopping" : "stop")}
          </Button>
        ) : null}
      </div>
      <Answer
        message={answer}
        version={versions.indexOf(answer)}
        versions={versions}
        numbered={numbered}
        batch={null}
        pending={null}
        last={last && chosen}
      />
    </div>
  );
}

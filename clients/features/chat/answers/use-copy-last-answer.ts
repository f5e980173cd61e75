import { useCommand } from "@ensemble/blocks/commands/use-command";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import type { MessageRowData } from "../branches/use-branch";
import { textOf } from "../conversation/message-text";

/** Handles the shortcut that copies the newest answer, with a toast. */
export function useCopyLastAnswer(rows: readonly MessageRowData[]): void {
  const text = useText("chat");
  const host = useHost();
  const answer = rows.findLast(({ message }) => message.role === "assistant")?.message;
  const copy = () => {
    if (!answer) return;
    host.copyText(textOf(answer)).then(
      () => showToast({ title: text("copied"), kind: "success" }),
      () => showToast({ title: text("copy_failed"), kind: "danger" }),
    );
  };
  useCommand("chat.copy_answer", copy, answer !== undefined);
}

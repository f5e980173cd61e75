import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import type { Prompt } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy, Pencil, Trash2 } from "lucide-react";
import { copyPromptMutation, deletePromptMutation, restorePromptMutation } from "./prompt-queries";

interface PromptDetailProps {
  prompt: Prompt;
  onUse: () => void;
  onEdit: () => void;
  onClose: () => void;
}

/** Shows a prompt with its actions. */
export function PromptDetail({ prompt, onUse, onEdit, onClose }: PromptDetailProps) {
  const text = useText("prompts");
  const queryClient = useQueryClient();
  const restore = useMutation(restorePromptMutation(queryClient));
  const saidGone = () =>
    showToast({
      title: text("deleted", { name: prompt.name }),
      action: { label: text("undo"), onPress: () => restore.mutate(prompt.id) },
    });
  const remove = useMutation(withSuccessToast(deletePromptMutation(queryClient), saidGone));
  const saidCopied = () => showToast({ title: text("copied_to_mine"), kind: "success" });
  const copy = useMutation(withSuccessToast(copyPromptMutation(queryClient), saidCopied));
  const takeAway = () => remove.mutate(prompt.id, { onSuccess: onClose });
  const copyToMine = () => copy.mutate(prompt, { onSuccess: onClose });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="md"
      title={prompt.name}
      description={prompt.description || undefined}
      closeLabel={text("close")}
      footer={
        <>
          {prompt.mine ? (
            <>
              <Button
                kind="ghost"
                icon={<Trash2 className="size-4" />}
                busy={remove.isPending}
                onClick={takeAway}
              >
                {text("delete")}
              </Button>
              <Button icon={<Pencil className="size-4" />} onClick={onEdit}>
                {text("edit")}
              </Button>
            </>
          ) : (
            <Button icon={<Copy className="size-4" />} busy={copy.isPending} onClick={copyToMine}>
              {text("copy_to_mine")}
            </Button>
          )}
          <Button kind="primary" onClick={onUse}>
            {text("use")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {prompt.built_in || prompt.public ? (
          <span>
            <Badge>{text(prompt.built_in ? "built_in" : "public")}</Badge>
          </span>
        ) : null}
        <p className="plain-bidi whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2.5 text-sm">
          {prompt.content}
        </p>
      </div>
    </Dialog>
  );
}

import type { Bot } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteBotMutation, restoreBotMutation } from "./bot-queries";

/** Deletes a bot with an undo toast. */
export function useDeleteBot(): (bot: Bot, then?: () => void) => void {
  const text = useText("bots");
  const queryClient = useQueryClient();
  const remove = useMutation(deleteBotMutation(queryClient));
  const restore = useMutation(restoreBotMutation(queryClient));
  return (bot, then) =>
    remove.mutate(bot.id, {
      onSuccess: () => {
        then?.();
        showToast({
          title: text("deleted", { name: bot.name }),
          description: text("deleted_hint"),
          action: { label: text("undo"), onPress: () => restore.mutate(bot.id) },
        });
      },
    });
}

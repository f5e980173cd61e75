import { PLACES } from "@ensemble/blocks/places";
import type { ConversationSummary } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/Menu";
import { showToast } from "@ensemble/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, PencilLine, Pin, PinOff, Trash2 } from "lucide-react";
import {
  changeConversationMutation,
  deleteConversationMutation,
  undeleteConversationMutation,
} from "./chat-queries";

/** What can be done with a conversation. Deleting acts at once and can be undone. */
export function ConversationMenu({
  conversation,
  onRename,
}: {
  conversation: ConversationSummary;
  onRename: () => void;
}) {
  const text = useText("chat");
  const client = useQueryClient();
  const { path, navigate } = useNavigation();
  const change = useMutation(changeConversationMutation(client, conversation.id));
  const remove = useMutation(deleteConversationMutation(client));
  const restore = useMutation(undeleteConversationMutation(client));
  const title = conversation.title || text("untitled");

  // The row goes before the server has answered, and what `mutate` would call goes with it. A refusal is told by
  // the mutation itself.
  const removeWithUndo = () =>
    remove.mutateAsync(conversation.id).then(
      () =>
        showToast({
          title: text("deleted_title", { title }),
          action: { label: text("undo"), onPress: () => restore.mutate(conversation.id) },
        }),
      () => undefined,
    );

  return (
    <Menu
      align="start"
      trigger={<IconButton size="sm" label={text("actions_for", { title })} icon={<Ellipsis />} />}
    >
      <MenuItem icon={<PencilLine />} onSelect={onRename}>
        {text("rename")}
      </MenuItem>
      <MenuItem
        icon={conversation.pinned ? <PinOff /> : <Pin />}
        onSelect={() => change.mutate({ change: { pinned: !conversation.pinned } })}
      >
        {text(conversation.pinned ? "unpin" : "pin")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        danger
        icon={<Trash2 />}
        onSelect={() => {
          void removeWithUndo();
          if (path.includes(conversation.id)) navigate(PLACES.newChat);
        }}
      >
        {text("delete")}
      </MenuItem>
    </Menu>
  );
}

import type { DocumentChat } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuHeading, MenuItem } from "@ensemble/ui/popups/Menu";
import { Check, History } from "lucide-react";

/** Selects among the conversations about a document; hidden if there are fewer than two. */
export function ChatChoice({
  chats,
  current,
  onChoose,
}: {
  chats: readonly DocumentChat[];
  current: string | null;
  onChoose: (conversationId: string) => void;
}) {
  const text = useText("library");
  if (chats.every(({ conversation_id }) => conversation_id === current)) return null;
  return (
    <Menu align="end" trigger={<IconButton label={text("chats")} icon={<History />} />}>
      <MenuHeading>{text("chats")}</MenuHeading>
      {chats.map(({ conversation_id, title }) => (
        <MenuItem
          key={conversation_id}
          icon={conversation_id === current ? <Check /> : undefined}
          onSelect={() => onChoose(conversation_id)}
        >
          <bdi>{title}</bdi>
        </MenuItem>
      ))}
    </Menu>
  );
}

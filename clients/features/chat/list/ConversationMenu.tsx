import type { ConversationChange, ConversationGroup, ConversationSummary } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem, MenuSeparator, MenuSub } from "@ensemble/ui/popups/Menu";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  Download,
  Ellipsis,
  FolderInput,
  ListChecks,
  Paperclip,
  PencilLine,
  Pin,
  PinOff,
  Share2,
  Star,
  StarOff,
  Trash2,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { changeConversationMutation } from "../chat-queries";
import { GroupDialog } from "./GroupDialog";
import { groupsQuery } from "./list-queries";
import { MoveItems } from "./MoveItems";
import { startSelecting } from "./selection";
import { useDeleteMany } from "./use-delete-many";

const ShareDialog = lazy(() => import("@ensemble/blocks/sharing/ShareDialog"));
const ResourcesSheet = lazy(() => import("../resources/ResourcesSheet"));
const ExportDialog = lazy(() => import("../export/ExportDialog"));

/**
 * Menu of actions on a conversation. Deleting takes effect at once and can be undone; a temporary one can
 * only be left.
 */
export function ConversationMenu({
  conversation,
  groups,
  selectable = false,
  onRename,
}: {
  conversation: ConversationSummary;
  /** Groups to move to; fetched if absent. */
  groups?: readonly ConversationGroup[];
  /** True if several conversations can be selected. */
  selectable?: boolean;
  onRename: () => void;
}) {
  const text = useText("chat");
  const client = useQueryClient();
  const { data } = useQuery({ ...groupsQuery, enabled: groups === undefined });
  const [naming, setNaming] = useState(false);
  const [dialog, setDialog] = useState<"share" | "export" | "resources" | null>(null);
  const close = () => setDialog(null);
  const { mutate } = useMutation(changeConversationMutation(client, conversation.id));
  const removeMany = useDeleteMany();
  const title = conversation.title || text("untitled");
  const { id, pinned, favorited, temporary } = conversation;
  const change = (wish: ConversationChange) => mutate({ change: wish });

  if (temporary) return null;
  return (
    <>
      <Menu
        align="start"
        trigger={<IconButton size="sm" label={text("actions_for", { title })} icon={<Ellipsis />} />}
      >
        <MenuItem icon={<PencilLine />} onSelect={onRename}>
          {text("rename")}
        </MenuItem>
        <MenuItem icon={pinned ? <PinOff /> : <Pin />} onSelect={() => change({ pinned: !pinned })}>
          {text(pinned ? "unpin" : "pin")}
        </MenuItem>
        <MenuItem
          icon={favorited ? <StarOff /> : <Star />}
          onSelect={() => change({ favorited: !favorited })}
        >
          {text(favorited ? "unfavorite" : "favorite")}
        </MenuItem>
        <MenuSub icon={<FolderInput />} label={text("move_to_group")}>
          <MoveItems
            ids={[id]}
            groups={groups ?? data?.items ?? []}
            current={conversation.group_id}
            onNewGroup={() => setNaming(true)}
          />
        </MenuSub>
        <MenuItem icon={<Paperclip />} onSelect={() => setDialog("resources")}>
          {text("resources")}
        </MenuItem>
        <MenuItem icon={<Share2 />} onSelect={() => setDialog("share")}>
          {text("share_chat")}
        </MenuItem>
        <MenuItem icon={<Download />} onSelect={() => setDialog("export")}>
          {text("export_chat")}
        </MenuItem>
        {selectable ? (
          <MenuItem icon={<ListChecks />} onSelect={() => startSelecting(id)}>
            {text("select")}
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 />} onSelect={() => removeMany([id], title)}>
          {text("delete")}
        </MenuItem>
      </Menu>
      <Suspense>
        {dialog === "share" ? <ShareDialog kind="chat" subjectId={id} onClose={close} /> : null}
        {dialog === "resources" ? <ResourcesSheet conversationId={id} onClose={close} /> : null}
        {dialog === "export" ? <ExportDialog conversationId={id} onClose={close} /> : null}
      </Suspense>
      {naming ? <GroupDialog ids={[id]} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

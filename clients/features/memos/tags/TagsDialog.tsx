import { OneLine } from "@ensemble/blocks/OneLine";
import type { MemoTag } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteTagMutation, renameTagMutation } from "../memo-queries";
import { TagNameDialog } from "./TagNameDialog";

/** Renames and deletes tags. */
export function TagsDialog({ tags, onClose }: { tags: readonly MemoTag[]; onClose: () => void }) {
  const text = useText("memos");
  const client = useQueryClient();
  const rename = useMutation(renameTagMutation(client));
  const remove = useMutation(deleteTagMutation(client));
  const [renamed, setRenamed] = useState<MemoTag | null>(null);
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={text("manage_tags")}
        description={text(tags.length > 0 ? "manage_tags_hint" : "no_tags")}
        closeLabel={text("close")}
      >
        <ul className="flex max-h-[50vh] flex-col overflow-y-auto">
          {tags.map((tag) => (
            <li key={tag.id} className="flex items-center gap-1 py-0.5">
              <span className="min-w-0 flex-1 text-sm">
                <OneLine>{tag.name}</OneLine>
              </span>
              <span className="px-1 text-faint text-xs tabular-nums">{tag.memos}</span>
              <IconButton
                size="sm"
                label={text("rename_tag", { name: tag.name })}
                icon={<Pencil />}
                onClick={() => setRenamed(tag)}
              />
              <IconButton
                size="sm"
                label={text("delete_tag", { name: tag.name })}
                icon={<Trash2 />}
                onClick={() => remove.mutate(tag.id)}
              />
            </li>
          ))}
        </ul>
      </Dialog>
      {renamed ? (
        <TagNameDialog
          title={text("rename_tag", { name: renamed.name })}
          name={renamed.name}
          onClose={() => setRenamed(null)}
          onSubmit={async (name) => {
            await rename.mutateAsync({ id: renamed.id, name });
            setRenamed(null);
          }}
        />
      ) : null}
    </>
  );
}

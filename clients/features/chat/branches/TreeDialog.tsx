import { PLACES } from "@ensemble/blocks/places";
import { useNavigation } from "@ensemble/host/navigation";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { useState } from "react";
import type { MessageTree } from "./message-tree";
import { TreeView } from "./TreeView";
import { treeRows } from "./tree-rows";
import { useChooseBranch } from "./use-choose-branch";

/** Shows the whole conversation with all branches; selecting a message jumps to it. */
export default function TreeDialog({
  conversationId,
  tree,
  shown,
  onClose,
}: {
  conversationId: string;
  tree: MessageTree;
  /** Ids of the messages of the shown branch. */
  shown: ReadonlySet<string>;
  onClose: () => void;
}) {
  const text = useText("chat");
  const { locale } = useLocale();
  const { navigate } = useNavigation();
  const choose = useChooseBranch();
  const [open, setOpen] = useState(true);
  const rows = treeRows(tree, shown);
  const ends = rows.filter(({ message }) => !tree.childrenOf.has(message.id)).length;
  const close = () => {
    setOpen(false);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={text("tree")}
      description={text("tree_counts", {
        messages: fullNumber(rows.length, locale),
        branches: fullNumber(ends, locale),
      })}
      closeLabel={text("close")}
      width="lg"
    >
      <TreeView
        conversationId={conversationId}
        rows={rows}
        onChoose={({ message, shown: isShown }) => {
          if (!isShown) choose(message);
          close();
          navigate(PLACES.chat(conversationId, message.id), { replace: true });
        }}
      />
    </Dialog>
  );
}

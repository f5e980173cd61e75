import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Network } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { MessageTree } from "./message-tree";
import type { MessageRowData } from "./use-branch";

const TreeDialog = lazy(() => import("./TreeDialog"));

/** Opens the conversation tree. */
export function TreeButton({
  conversationId,
  tree,
  rows,
}: {
  conversationId: string;
  tree: MessageTree;
  rows: readonly MessageRowData[];
}) {
  const text = useText("chat");
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={text("show_tree")}
        icon={<Network />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense>
          <TreeDialog
            conversationId={conversationId}
            tree={tree}
            shown={new Set(rows.map(({ message }) => message.id))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

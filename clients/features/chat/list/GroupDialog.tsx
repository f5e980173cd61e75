import type { ConversationGroup } from "@ensemble/contract/wire";
import { lazy, Suspense } from "react";

const GroupNameDialog = lazy(() =>
  import("./GroupNameDialog").then((file) => ({ default: file.GroupNameDialog })),
);

export interface GroupDialogProps {
  group?: ConversationGroup | null;
  ids?: readonly string[];
  onClose: () => void;
}

/** Names a group: a new one, to which `ids` are moved, or an existing one. */
export function GroupDialog(props: GroupDialogProps) {
  return (
    <Suspense>
      <GroupNameDialog {...props} />
    </Suspense>
  );
}

import { useText } from "@ensemble/i18n/text";
import { Sheet } from "@ensemble/ui/dialogs/Sheet";
import { Tabs } from "@ensemble/ui/Tabs";
import { useState } from "react";
import { ResourceList } from "./ResourceList";
import { SharedAddress } from "./SharedAddress";

type View = "files" | "links" | "shared";

/** Sheet beside the conversation with its files, links, sources and shared page. */
export default function ResourcesSheet({
  conversationId,
  onClose,
}: {
  conversationId: string;
  onClose: () => void;
}) {
  const text = useText("chat");
  const own = useText("resources");
  const [view, setView] = useState<View>("files");
  const list = (kind: "files" | "links") => (
    <ResourceList conversationId={conversationId} kind={kind} onJump={onClose} />
  );
  return (
    <Sheet
      open
      onOpenChange={(stays) => !stays && onClose()}
      side="end"
      title={text("resources")}
      closeLabel={text("close")}
    >
      <div className="px-4 pb-6">
        <Tabs<View>
          label={text("resources")}
          value={view}
          onChange={setView}
          tabs={[
            { value: "files", label: own("files"), panel: list("files") },
            { value: "links", label: own("links"), panel: list("links") },
            {
              value: "shared",
              label: own("shared"),
              panel: <SharedAddress conversationId={conversationId} />,
            },
          ]}
        />
      </div>
    </Sheet>
  );
}

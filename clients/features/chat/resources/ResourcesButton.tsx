import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Paperclip } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const ResourcesSheet = lazy(() => import("./ResourcesSheet"));

/** Opens the conversation's resources. */
export function ResourcesButton({ conversationId }: { conversationId: string }) {
  const text = useText("chat");
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={text("resources")}
        icon={<Paperclip />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense>
          <ResourcesSheet conversationId={conversationId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

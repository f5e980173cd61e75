import { useText } from "@ensemble/i18n/text";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { FeedList } from "./FeedList";

/** Dialog for a person's own feeds. */
export function FeedsDialog({ onClose }: { onClose: () => void }) {
  const text = useText("search");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="lg"
      title={text("feeds.own")}
      closeLabel={text("close")}
    >
      <div className="flex flex-col gap-4">
        <p className="text-pretty text-muted text-sm">{text("feeds.own_hint")}</p>
        <FeedList of="own" />
      </div>
    </Dialog>
  );
}

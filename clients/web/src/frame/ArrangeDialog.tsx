import type { NavigationItem } from "@ensemble/blocks/area/area";
import { useText } from "@ensemble/i18n/text";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { ArrangeList } from "./ArrangeList";

/** Lets a person choose what the menu shows, and in which order. */
export function ArrangeDialog({
  entries,
  onClose,
}: {
  entries: readonly NavigationItem[];
  onClose: () => void;
}) {
  const text = useText("frame");
  const common = useText("common");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("arrange_title")}
      description={text("arrange_hint")}
      closeLabel={common("close")}
    >
      <ArrangeList entries={entries} />
    </Dialog>
  );
}

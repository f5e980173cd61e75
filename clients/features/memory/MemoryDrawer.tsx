import { useText } from "@ensemble/i18n/text";
import { Sheet } from "@ensemble/ui/dialogs/Sheet";
import type { MemoryView } from "./MemoryHome";
import { MemoryViews } from "./MemoryViews";

/** Drawer with the memory over the current page. */
export function MemoryDrawer({ first, onClose }: { first: MemoryView; onClose: () => void }) {
  const text = useText("memory");
  return (
    <Sheet
      open
      side="end"
      onOpenChange={(open) => !open && onClose()}
      title={text("memory")}
      closeLabel={text("close")}
    >
      <div className="px-4 pt-2 pb-8">
        <MemoryViews first={first} />
      </div>
    </Sheet>
  );
}

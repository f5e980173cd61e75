import { useText } from "@ensemble/i18n/text";
import { Sheet } from "@ensemble/ui/dialogs/Sheet";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Star } from "lucide-react";
import { ArtifactList, useArtifacts } from "./ArtifactList";

/** Drawer with the starred artifacts (spec §2: "starred drawer"). */
export function StarredDrawer({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const text = useText("artifacts");
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      side="end"
      title={text("starred")}
      closeLabel={text("close")}
    >
      {open ? <StarredList /> : null}
    </Sheet>
  );
}

function StarredList() {
  const text = useText("artifacts");
  const artifacts = useArtifacts({ q: "", starred: true });
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4">
      <ArtifactList
        artifacts={artifacts}
        empty={<EmptyState icon={<Star />} title={text("no_stars")} description={text("no_stars_hint")} />}
      />
    </div>
  );
}

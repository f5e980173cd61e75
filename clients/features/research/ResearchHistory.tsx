import { TaskHistory, type TaskHistoryState } from "@ensemble/blocks/tasks/TaskHistory";
import type { ResearchEntry } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Plus, Telescope } from "lucide-react";
import { placeOf, researches } from "./research-queries";

/** Lists the person's earlier researches. */
export function ResearchHistory(state: TaskHistoryState) {
  const text = useText("search");
  return (
    <TaskHistory
      {...state}
      title={text("research.history")}
      kind={researches}
      placeOf={placeOf}
      facts={({ state }) => [state === "completed" ? null : text(`research.states.${state}`)]}
      badges={(entry) => <Badges entry={entry} />}
      deleted={text("research.deleted")}
      above={<NewResearch onOpen={() => state.onOpenChange(false)} />}
      empty={<EmptyState icon={<Telescope />} title={text("research.no_history")} />}
    />
  );
}

/** Shows if a repeated research changed, and how often it repeats. */
function Badges({ entry: { changed, every } }: { entry: ResearchEntry }) {
  const text = useText("search");
  return (
    <>
      {changed === null ? null : (
        <Badge tone={changed ? "accent" : "neutral"}>
          {text(changed ? "research.has_changed" : "research.unchanged")}
        </Badge>
      )}
      {every ? <Badge>{text(`research.every_${every}`)}</Badge> : null}
    </>
  );
}

function NewResearch({ onOpen }: { onOpen: () => void }) {
  const text = useText("search");
  return (
    <div className="px-4 pb-2">
      <AppLink
        to={placeOf()}
        onClick={onOpen}
        className="flex min-h-9 items-center gap-2 text-sm hover:underline touch:min-h-11"
      >
        <Plus className="size-4" aria-hidden="true" />
        {text("research.new")}
      </AppLink>
    </div>
  );
}

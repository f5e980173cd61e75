import { HistorySheet } from "@ensemble/blocks/HistorySheet";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus, Telescope } from "lucide-react";
import { deleteMutation, placeOf, researchesQuery, restoreMutation } from "./research-queries";

/** Lists the person's earlier researches. */
export function ResearchHistory({
  current,
  open,
  onOpenChange,
}: {
  current?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const text = useText("search");
  const client = useQueryClient();
  const list = useInfiniteQuery({ ...researchesQuery, enabled: open });
  const remove = useMutation(deleteMutation(client));
  const restore = useMutation(restoreMutation(client));
  return (
    <HistorySheet
      title={text("research.history")}
      list={list}
      current={current}
      open={open}
      onOpenChange={onOpenChange}
      placeOf={placeOf}
      about={({ state, changed, every }) => (
        <>
          {state === "completed" ? null : ` · ${text(`research.states.${state}`)}`}
          {changed === null ? null : " "}
          {changed === null ? null : (
            <Badge tone={changed ? "accent" : "neutral"}>
              {text(changed ? "research.has_changed" : "research.unchanged")}
            </Badge>
          )}
          {every ? " " : null}
          {every ? <Badge>{text(`research.every_${every}`)}</Badge> : null}
        </>
      )}
      deleted={text("research.deleted")}
      onDelete={remove.mutate}
      onRestore={restore.mutate}
      above={
        <div className="px-4 pb-2">
          <AppLink
            to={placeOf()}
            onClick={() => onOpenChange(false)}
            className="flex min-h-9 items-center gap-2 text-sm hover:underline touch:min-h-11"
          >
            <Plus className="size-4" aria-hidden="true" />
            {text("research.new")}
          </AppLink>
        </div>
      }
      whenEmpty={<EmptyState icon={<Telescope />} title={text("research.no_history")} />}
    />
  );
}

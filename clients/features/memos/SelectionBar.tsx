import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ListChecks, RotateCcw, Tag, Trash2, X } from "lucide-react";
import { useState } from "react";
import { changeMemosMutation } from "./memo-queries";
import { TagNameDialog } from "./tags/TagNameDialog";
import { useDeleteMemos } from "./use-delete-memos";

/** Bar of actions on the selected memos. */
export function SelectionBar({
  chosen,
  trash,
  onAll,
  onDone,
}: {
  chosen: readonly string[];
  trash: boolean;
  onAll: () => void;
  onDone: () => void;
}) {
  const text = useText("memos");
  const change = useMutation(changeMemosMutation(useQueryClient()));
  const remove = useDeleteMemos();
  const [naming, setNaming] = useState(false);
  const none = chosen.length === 0;
  return (
    <div
      role="toolbar"
      aria-label={text("selection")}
      className="sticky top-2 z-20 flex items-center gap-1 rounded-md bg-accent-soft py-1 ps-3 pe-1"
    >
      <span role="status" className="min-w-0 flex-1 text-accent-ink text-sm">
        {text("selected_count", { count: chosen.length })}
      </span>
      <IconButton size="sm" label={text("select_all")} icon={<ListChecks />} onClick={onAll} />
      {trash ? (
        <Button
          size="sm"
          disabled={none}
          icon={<RotateCcw className="size-4" />}
          onClick={() => change.mutate({ ids: chosen, action: { action: "restore" } }, { onSuccess: onDone })}
        >
          {text("restore")}
        </Button>
      ) : (
        <>
          <Button
            size="sm"
            className="touch:min-w-11"
            disabled={none}
            icon={<Tag className="size-4" />}
            onClick={() => setNaming(true)}
          >
            <span className="max-sm:sr-only">{text("add_tag")}</span>
          </Button>
          <Button
            size="sm"
            className="touch:min-w-11"
            disabled={none}
            icon={<Trash2 className="size-4" />}
            onClick={() => remove(chosen, onDone)}
          >
            <span className="max-sm:sr-only">{text("delete")}</span>
          </Button>
        </>
      )}
      <IconButton size="sm" label={text("stop_selecting")} icon={<X />} onClick={onDone} />
      {naming ? (
        <TagNameDialog
          title={text("add_tag")}
          name=""
          onClose={() => setNaming(false)}
          onSubmit={async (tag) => {
            await change.mutateAsync({ ids: chosen, action: { action: "tag", tag } });
            setNaming(false);
            onDone();
          }}
        />
      ) : null}
    </div>
  );
}

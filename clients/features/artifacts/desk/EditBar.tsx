import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { History } from "lucide-react";
import type { Editing } from "./use-editing";

/** Saves what was edited, or makes an older version the newest. */
export function EditBar({
  editing,
  restorable,
  onRestored,
}: {
  editing: Editing;
  /** The older version that is shown. */
  restorable: { number: number; content: string } | null;
  onRestored: () => void;
}) {
  const text = useText("artifacts");
  const problemText = useProblemText();
  const { draft, save, discard, restore, busy, error } = editing;
  if (draft === null && !restorable) return null;
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-line border-t px-3 py-2 text-sm">
      <p
        role={error ? "alert" : undefined}
        className={`min-w-0 flex-1 ${error ? "text-danger" : "text-muted"}`}
      >
        {error
          ? problemText(error)
          : restorable
            ? text("older_version", { number: restorable.number })
            : text("unsaved")}
      </p>
      {restorable ? (
        <Button
          size="sm"
          busy={busy}
          icon={<History className="size-4" />}
          onClick={() => restore(restorable.number, restorable.content, onRestored)}
        >
          {text("restore")}
        </Button>
      ) : (
        <>
          <Button size="sm" kind="ghost" onClick={discard}>
            {text("discard")}
          </Button>
          <Button size="sm" kind="primary" busy={busy} onClick={() => save()}>
            {text("save")}
          </Button>
        </>
      )}
    </div>
  );
}

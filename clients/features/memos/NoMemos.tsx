import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { NotebookPen, SearchX, Trash2 } from "lucide-react";

/** Says why no memo is listed, and offers the next step. */
export function NoMemos({
  isNarrowed,
  trash,
  onBegin,
  onShowAll,
}: {
  isNarrowed: boolean;
  trash: boolean;
  /** Starts a memo with a title and a text. */
  onBegin: (title?: string, body?: string) => void;
  onShowAll: () => void;
}) {
  const text = useText("memos");
  if (isNarrowed)
    return (
      <EmptyState
        icon={<SearchX />}
        title={text("nothing_found")}
        description={text("nothing_found_hint")}
        action={<Button onClick={onShowAll}>{text("show_all")}</Button>}
      />
    );
  if (trash) return <EmptyState icon={<Trash2 />} title={text("trash_is_empty")} />;
  return (
    <EmptyState
      icon={<NotebookPen />}
      title={text("empty")}
      description={text("empty_hint")}
      action={
        <Button kind="primary" onClick={() => onBegin()}>
          {text("new_note")}
        </Button>
      }
    >
      <ul className="mt-4 flex flex-wrap justify-center gap-2">
        {(["books", "trip", "meeting"] as const).map((example) => (
          <li key={example}>
            <Button
              size="sm"
              onClick={() => onBegin(text(`examples.${example}`), text(`examples_body.${example}`))}
            >
              {text(`examples.${example}`)}
            </Button>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

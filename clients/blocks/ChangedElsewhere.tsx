import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/Notice";
import { Suspense } from "react";
import { bothTexts } from "./both-texts";
import { DiffText } from "./DiffText";

interface Texts<Field extends string> {
  /** The fields in their order, as the form calls them. */
  fields: readonly { field: Field; label: string }[];
  theirs: Readonly<Record<Field, string>>;
  mine: Readonly<Record<Field, string>>;
  busy?: boolean;
  /** What was typed takes the place of what the other window wrote. */
  onKeepMine: () => void;
  /** What the other window wrote is shown instead of what was typed. */
  onTakeTheirs: () => void;
  /** The form gets texts with the words of both, to be edited. */
  onEditBoth: (both: Partial<Record<Field, string>>) => void;
}

/** What differs where another window changed what was typed over here, and what one can do about it. Nothing is lost. */
export function ChangedElsewhere<Field extends string>(texts: Texts<Field>) {
  return (
    // What is typed stays in sight until these texts have come.
    <Suspense fallback={null}>
      <Differences {...texts} />
    </Suspense>
  );
}

function Differences<Field extends string>(texts: Texts<Field>) {
  const { fields, theirs, mine, busy, onKeepMine, onTakeTheirs, onEditBoth } = texts;
  const text = useText("conflict");
  const different = fields.filter(({ field }) => theirs[field] !== mine[field]);
  const editBoth = () => {
    const both: Partial<Record<Field, string>> = {};
    for (const { field } of different) both[field] = bothTexts(theirs[field], mine[field]);
    onEditBoth(both);
  };
  return (
    <Notice tone="warning" title={text("title")}>
      <p>{text(different.length > 0 ? "hint" : "same_texts")}</p>
      {different.map(({ field, label }) => (
        <section key={field} aria-label={label} className="mt-2">
          <h3 className="font-medium text-muted">{label}</h3>
          <div className="mt-1 max-h-60 overflow-y-auto rounded-md bg-raised px-3 py-2">
            <DiffText
              before={theirs[field]}
              after={mine[field]}
              labels={{ gone: text("theirs"), added: text("mine") }}
            />
          </div>
        </section>
      ))}
      <span className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" busy={busy} onClick={onKeepMine}>
          {text("keep_mine")}
        </Button>
        <Button size="sm" onClick={onTakeTheirs}>
          {text("take_theirs")}
        </Button>
        {different.length > 0 ? (
          <Button size="sm" onClick={editBoth}>
            {text("edit_both")}
          </Button>
        ) : null}
      </span>
    </Notice>
  );
}

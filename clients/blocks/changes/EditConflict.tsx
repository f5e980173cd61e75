import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { TriangleAlert } from "lucide-react";
import { Suspense, useRef } from "react";
import { bothTexts } from "./both-texts";
import { DiffText } from "./DiffText";

interface Texts<Field extends string> {
  /** Fields in display order, with their labels. */
  fields: readonly { field: Field; label: string }[];
  theirs: Readonly<Record<Field, string>>;
  mine: Readonly<Record<Field, string>>;
  busy?: boolean;
  /** Overwrites the other window's version with what was typed. */
  onKeepMine: () => void;
  /** Discards what was typed and shows the other window's version. */
  onTakeTheirs: () => void;
  /** Puts texts with the words of both versions into the form. */
  onEditBoth: (both: Partial<Record<Field, string>>) => void;
}

/** Selector of text fields, without file inputs and the hidden inputs of switches. */
const TYPED_FIELD = ["input:not([type=file]):not([type=checkbox]):not([type=radio])", "textarea"]
  .map((field) => `${field}:not([aria-hidden=true]):not([disabled])`)
  .join();

/**
 * Shows an edit conflict: the differences to the version from another window, and the choices. Nothing is
 * lost.
 */
export function EditConflict<Field extends string>(texts: Texts<Field>) {
  return (
    // Typed text stays visible until these texts are loaded.
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
  const notice = useRef<HTMLDivElement>(null);
  /** Moves the focus to the edited field, because the buttons disappear. */
  const answering = (answer: () => void) => () => {
    const form = notice.current?.closest("form") ?? notice.current?.parentElement;
    answer();
    form?.querySelector<HTMLElement>(TYPED_FIELD)?.focus();
  };
  return (
    // It looks like a notice, but only the fact is announced at once, because the texts may be long.
    <div ref={notice} className="flex items-start gap-2.5 rounded-md bg-warning-soft px-3 py-2.5 text-sm">
      <TriangleAlert className="mt-0.5 size-4 flex-none text-warning" aria-hidden="true" />
      <div className="plain-bidi min-w-0 flex-1">
        <output className="block font-medium">{text("title")}</output>
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
          <Button size="sm" busy={busy} onClick={answering(onKeepMine)}>
            {text("keep_mine")}
          </Button>
          <Button size="sm" onClick={answering(onTakeTheirs)}>
            {text("take_theirs")}
          </Button>
          {different.length > 0 ? (
            <Button size="sm" onClick={answering(editBoth)}>
              {text("edit_both")}
            </Button>
          ) : null}
        </span>
      </div>
    </div>
  );
}

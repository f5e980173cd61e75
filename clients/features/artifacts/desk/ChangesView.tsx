import { DiffText } from "@ensemble/blocks/changes/DiffText";
import { useText } from "@ensemble/i18n/text";

/** Shows what a version changes in the one before. */
export function ChangesView({ before, after }: { before: string; after: string }) {
  const text = useText("artifacts");
  return (
    <section
      aria-label={text("views.changes")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      dir="ltr"
      className="min-h-0 flex-1 overflow-auto p-4 text-start font-mono text-sm"
    >
      <DiffText before={before} after={after} labels={{ gone: text("removed"), added: text("added") }} />
    </section>
  );
}

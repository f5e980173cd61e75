import { DiffText } from "@ensemble/blocks/changes/DiffText";
import { useText } from "@ensemble/i18n/text";
import type { Change } from "./operations";

/** Shows what changed, field by field. */
export function ChangesList({ changes }: { changes: readonly Change[] }) {
  const text = useText("powerups");
  if (changes.length === 0) return <p className="text-muted text-sm">{text("no_changes")}</p>;
  return (
    <ul className="flex flex-col gap-3 text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <code dir="ltr" className="text-muted text-xs">
            {field}
          </code>
          <DiffText
            before={before ?? ""}
            after={after ?? ""}
            labels={{ gone: text("change_gone"), added: text("change_added") }}
          />
        </li>
      ))}
    </ul>
  );
}

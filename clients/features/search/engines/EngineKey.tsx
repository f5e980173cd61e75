import { useText } from "@ensemble/i18n/text";
import { PasswordField } from "@ensemble/ui/fields/PasswordField";
import { Switch } from "@ensemble/ui/fields/Switch";

/** Returns the change of an engine's key: a new key, `""` to remove it, null to keep it. */
export const keyToSend = (typed: string, removed: boolean): string | null =>
  removed ? "" : typed.trim() || null;

/** Edits or removes an engine's key, which is never shown again. */
export function EngineKey({
  has,
  keptHint,
  typed,
  removed,
  onType,
  onRemove,
}: {
  /** True if there is a key. */
  has: boolean;
  keptHint: string;
  typed: string;
  removed: boolean;
  onType: (key: string) => void;
  onRemove: (removed: boolean) => void;
}) {
  const text = useText("search");
  const hint = has ? keptHint : text("key_hint");
  return (
    <div className="flex flex-col gap-1.5">
      <PasswordField
        label={text("key")}
        hint={removed ? text("key_goes") : hint}
        showLabel={text("show_key")}
        hideLabel={text("hide_key")}
        autoComplete="off"
        data-1p-ignore=""
        disabled={removed}
        value={removed ? "" : typed}
        onChange={onType}
      />
      {has ? (
        <div className="flex min-h-9 items-center gap-3 text-sm touch:min-h-11">
          <Switch label={text("key_remove")} checked={removed} onChange={onRemove} />
          <span aria-hidden="true">{text("key_remove")}</span>
        </div>
      ) : null}
    </div>
  );
}

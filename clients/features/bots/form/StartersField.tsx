import { STARTER_MAX_CHARS, STARTERS_MAX } from "@ensemble/contract/generated/limits/bots";
import { useText } from "@ensemble/i18n/text";
import { TextField } from "@ensemble/ui/fields/TextField";

/** Fields for a bot's conversation starters: those there are, and an empty one as long as there is room. */
export function StartersField({
  starters,
  onChange,
}: {
  starters: readonly string[];
  onChange: (starters: string[]) => void;
}) {
  const text = useText("bots");
  const shown = [...starters, ""].slice(0, STARTERS_MAX);
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{text("starters")}</legend>
      {shown.map((starter, at) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is known by its place
          key={at}
          hideLabel
          label={text("starter_number", { number: at + 1 })}
          placeholder={at === 0 ? text("starter_example") : undefined}
          autoComplete="off"
          maxLength={STARTER_MAX_CHARS}
          value={starter}
          onChange={(typed) => onChange(withStarter(starters, at, typed))}
          // An emptied one goes once the field is left: while typing, none below it moves.
          onBlur={() => onChange(starters.filter((one) => one.trim() !== ""))}
        />
      ))}
      <p className="text-muted text-sm">{text("starters_hint")}</p>
    </fieldset>
  );
}

/** Returns the starters with one replaced or added. */
function withStarter(starters: readonly string[], at: number, typed: string): string[] {
  const changed = [...starters];
  changed[at] = typed;
  return changed;
}

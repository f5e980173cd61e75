import type { ServerSettingKind, ServerSettingValue } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Row } from "@ensemble/ui/Section";
import { type FormEvent, type ReactNode, useState } from "react";
import { linesOf, readNumber, typedOf } from "./typed-values";

/** Edits a number, a text or a list, one entry per line. */
export function ValueForm({
  name,
  description,
  kind,
  value,
  error,
  busy,
  reset,
  onSave,
}: {
  name: string;
  description: ReactNode;
  kind: Exclude<ServerSettingKind, { kind: "switch" }>;
  value: ServerSettingValue;
  error: string | null;
  busy: boolean;
  /** Button that resets the setting. */
  reset: ReactNode;
  onSave: (value: ServerSettingValue) => void;
}) {
  const text = useText("server_settings");
  const [typed, setTyped] = useState(typedOf(value));
  const [wrong, setWrong] = useState(false);
  const isChanged = typed.trim() !== typedOf(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged) return;
    const next =
      kind.kind === "list" ? linesOf(typed) : kind.kind === "text" ? typed.trim() : readNumber(typed, kind);
    setWrong(next === null);
    if (next !== null) onSave(next);
  };
  const shared = {
    label: name,
    value: typed,
    onChange: setTyped,
    error: wrong && kind.kind === "number" ? text("number_wrong", { min: kind.min, max: kind.max }) : error,
  };
  const save = isChanged ? (
    <Button type="submit" size="sm" busy={busy}>
      {text("save")}
    </Button>
  ) : null;
  if (kind.kind === "number") {
    return (
      <form noValidate onSubmit={submit}>
        <Row title={name} description={description} wide>
          {reset}
          <div className="w-32">
            <TextField {...shared} hideLabel inputMode="numeric" autoComplete="off" />
          </div>
          {save}
        </Row>
      </form>
    );
  }
  const isLong = kind.kind === "list" || kind.multiline;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2 px-4 py-2.5">
      {isLong ? (
        <TextArea {...shared} hint={description} rows={2} spellCheck={false} />
      ) : (
        <TextField {...shared} hint={description} autoComplete="off" maxLength={kind.max_chars} />
      )}
      {save || reset ? (
        <div className="flex items-center justify-end gap-2">
          {reset}
          {save}
        </div>
      ) : null}
    </form>
  );
}

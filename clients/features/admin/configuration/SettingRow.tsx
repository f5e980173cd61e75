import type { ServerSetting, ServerSettingValue } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { type Text, useText } from "@ensemble/i18n/text";
import { Switch } from "@ensemble/ui/fields/Switch";
import { IconButton } from "@ensemble/ui/IconButton";
import { Row } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import type { SettingKey } from "./setting-keys";
import { changeSettingMutation } from "./setting-queries";
import { ValueForm } from "./ValueForm";

/** A setting of the server with its control and, where it was changed, the way back to the file's value. */
export function SettingRow({ setting }: { setting: ServerSetting & { key: SettingKey } }) {
  const text = useText("server_settings");
  const problemText = useProblemText();
  const { key, kind, value, file, changed } = setting;
  const name = useText("settings")(`setting.${key}`);
  const change = useMutation(changeSettingMutation(useQueryClient(), key));
  const set = (next: ServerSettingValue | null) =>
    change.mutate(next, { onSuccess: () => showToast({ title: text("saved") }) });
  const description = (
    <>
      {text(`hint.${key}`)}
      {changed ? <bdi className="block">{text("file", { value: shown(file, text) })}</bdi> : null}
    </>
  );
  const reset = changed ? (
    <IconButton
      label={`${text("reset")}: ${name}`}
      icon={<RotateCcw className="size-4" />}
      onClick={() => set(null)}
    />
  ) : null;
  if (kind.kind === "switch") {
    const on = change.isPending && typeof change.variables === "boolean" ? change.variables : value === true;
    return (
      <Row title={name} description={description} wide>
        {reset}
        <Switch label={name} checked={on} onChange={set} />
        <p role="alert" className="text-danger text-sm empty:hidden">
          {problemText(change.error)}
        </p>
      </Row>
    );
  }
  return (
    <ValueForm
      // What was changed elsewhere, or reset, is typed over.
      key={JSON.stringify(value)}
      name={name}
      description={description}
      kind={kind}
      value={value}
      error={problemText(change.error)}
      busy={change.isPending}
      reset={reset}
      onSave={set}
    />
  );
}

/** Returns a value as text. */
function shown(value: ServerSettingValue, text: Text<"server_settings">): string {
  if (typeof value === "boolean") return text(value ? "on" : "off");
  const said = Array.isArray(value) ? value.join(", ") : String(value);
  return said === "" ? text("empty") : said;
}

import { formDraftKey } from "@ensemble/blocks/drafts/draft-key";
import { useSession } from "@ensemble/blocks/session-queries";
import type { Connection, DiscoveredServer, Protocol } from "@ensemble/contract/wire";
import { useDraft } from "@ensemble/host/use-draft";
import { leftToRight } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { PasswordField } from "@ensemble/ui/fields/PasswordField";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextField } from "@ensemble/ui/fields/TextField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import {
  addConnectionMutation,
  changeConnectionMutation,
  testConnectionMutation,
} from "./connection-queries";
import { PresetChips } from "./PresetChips";
import { PRESETS } from "./presets";
import { choiceOf, kindText, PROTOCOLS } from "./protocols";
import { TestOutcome } from "./TestOutcome";

export type ConnectionDraft =
  | { kind: "new"; server?: DiscoveredServer }
  | { kind: "edit"; connection: Connection };

interface Values {
  protocol: Protocol;
  name: string;
  address: string;
  key: string;
}

/** Creates or edits a connection. Testing finds errors before saving. */
export function ConnectionDialog({
  draft,
  onClose,
  onAdded,
}: {
  draft: ConnectionDraft;
  onClose: () => void;
  /** Called with the name of a new connection. */
  onAdded?: (name: string) => void;
}) {
  const text = useText("models");
  const problemText = useProblemText();
  const formId = useId();
  const queryClient = useQueryClient();
  const known = draft.kind === "edit" ? draft.connection : null;
  const { me } = useSession();
  const [typed, keepTyped, forgetTyped] = useDraft(formDraftKey(me?.id, "models.connection.new"));
  const [values, setValues] = useState(() => initialValues(draft, typed));
  const add = useMutation(addConnectionMutation(queryClient));
  const change = useMutation({
    ...changeConnectionMutation(queryClient, known?.id ?? ""),
    meta: { ownError: true },
  });
  const [responses, setResponses] = useState(known?.responses ?? false);
  const test = useMutation(testConnectionMutation());
  const choice = choiceOf(values.protocol);
  const put = (part: Partial<Values>) => {
    const { key, ...rest } = { ...values, ...part };
    setValues({ ...rest, key });
    // Survives a reload; the key does not.
    if (!known) keepTyped(JSON.stringify(rest));
    test.reset();
  };
  const complete =
    (!choice.needsAddress || values.address.trim() !== "") &&
    (!choice.needsKey || values.key.trim() !== "" || known !== null);

  const connection = choice.isHere
    ? {}
    : { base_url: values.address.trim() || undefined, api_key: values.key.trim() || undefined };
  const save = () => {
    if (!complete) return;
    const name =
      values.name.trim() || choice.name || (choice.isHere ? text("this_computer") : hostOf(values.address));
    const done = { onSuccess: () => finish(name) };
    if (known)
      change.mutate({ name, ...connection, ...(responses !== known.responses ? { responses } : {}) }, done);
    else add.mutate({ name, protocol: values.protocol, ...connection }, done);
  };
  const close = () => {
    forgetTyped();
    onClose();
  };
  const finish = (name: string) => {
    close();
    if (!known) onAdded?.(name);
    showToast({ title: text(known ? "connection_saved" : "connection_added", { name }), kind: "success" });
  };
  const refusal = problemText(add.error ?? change.error);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      width="md"
      title={known ? text("edit_connection") : text("add_connection")}
      closeLabel={text("cancel")}
      footer={
        <Buttons
          form={formId}
          complete={complete}
          testing={test.isPending}
          saving={add.isPending || change.isPending}
          onTest={() => test.mutate({ protocol: values.protocol, connection_id: known?.id, ...connection })}
          onCancel={close}
        />
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {known ? null : (
          <PresetChips
            chosen={presetOf(values)}
            onChoose={({ protocol, name, address = "" }) => put({ protocol, name, address })}
          />
        )}
        <Select
          label={text("protocol")}
          value={values.protocol}
          disabled={known !== null}
          onChange={(protocol) => put({ protocol })}
          options={PROTOCOLS.map(({ protocol, name }) => ({
            value: protocol,
            label: name ?? text(kindText(choiceOf(protocol))),
          }))}
        />
        {choice.isHere || choice.isMedia ? (
          <p className="text-pretty text-muted text-sm">
            {text(choice.isHere ? "files_hint" : "media_hint")}
          </p>
        ) : null}
        {choice.isHere ? null : (
          <TextField
            label={text("address")}
            hint={choice.needsAddress ? text("address_hint") : text("address_optional")}
            type="url"
            inputMode="url"
            dir="ltr"
            spellCheck={false}
            autoCapitalize="none"
            placeholder={choice.usualAddress}
            value={values.address}
            onChange={(address) => put({ address })}
          />
        )}
        {choice.isHere ? null : (
          <KeyField
            usualHint={text(choice.keyHint ?? "key_hint")}
            kept={known?.key_hint ?? null}
            value={values.key}
            onChange={(key) => put({ key })}
          />
        )}
        <TextField
          label={text("name")}
          placeholder={choice.name ?? text(choice.isHere ? "this_computer" : "name_placeholder")}
          autoComplete="off"
          value={values.name}
          onChange={(name) => put({ name })}
        />
        {known && SPEAKS_OPENAI.includes(known.protocol) ? (
          <ResponsesSwitch checked={responses} onChange={setResponses} />
        ) : null}
        {refusal ? <Notice tone="danger">{refusal}</Notice> : null}
        <TestOutcome result={test.data} error={test.error} />
      </form>
    </Dialog>
  );
}

function KeyField({
  usualHint,
  kept,
  value,
  onChange,
}: {
  usualHint: string;
  /** End of the key that is stored. */
  kept: string | null;
  value: string;
  onChange: (value: string) => void;
}) {
  const text = useText("models");
  return (
    <PasswordField
      label={text("key")}
      hint={kept ? text("key_kept", { hint: leftToRight(kept) }) : usualHint}
      showLabel={text("show_key")}
      hideLabel={text("hide_key")}
      autoComplete="off"
      data-1p-ignore=""
      value={value}
      onChange={onChange}
    />
  );
}

function Buttons({
  form,
  complete,
  testing,
  saving,
  onTest,
  onCancel,
}: {
  form: string;
  complete: boolean;
  testing: boolean;
  saving: boolean;
  onTest: () => void;
  onCancel: () => void;
}) {
  const text = useText("models");
  return (
    <>
      <Button className="me-auto" busy={testing} disabled={!complete} onClick={onTest}>
        {text("test")}
      </Button>
      <Button onClick={onCancel}>{text("cancel")}</Button>
      <Button type="submit" form={form} kind="primary" disabled={!complete} busy={saving}>
        {text("save")}
      </Button>
    </>
  );
}

function ResponsesSwitch({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const text = useText("models");
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-sm">{text("responses")}</p>
        <p className="text-muted text-sm">{text("responses_hint")}</p>
      </div>
      <Switch label={text("responses")} checked={checked} onChange={onChange} />
    </div>
  );
}

/** Returns the preset whose values a form has. */
const presetOf = ({ protocol, address }: Values) =>
  PRESETS.find((preset) => preset.protocol === protocol && (preset.address ?? "") === address) ?? null;

const SPEAKS_OPENAI: readonly Protocol[] = ["openai", "openai_compatible"];

function initialValues(draft: ConnectionDraft, typed: string): Values {
  if (draft.kind === "edit") {
    const { protocol, name, base_url } = draft.connection;
    return { protocol, name, address: base_url, key: "" };
  }
  const { server } = draft;
  if (!server && typed) return { ...(JSON.parse(typed) as Omit<Values, "key">), key: "" };
  return {
    protocol: server?.protocol ?? "openai_compatible",
    name: server?.name ?? "",
    address: server?.base_url ?? "",
    key: "",
  };
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);

import { useDraftFields } from "@ensemble/blocks/drafts/use-draft-fields";
import {
  ENGINE_HEADERS_MAX,
  ENGINE_NAME_MAX_CHARS,
  ENGINE_PER_MINUTE_MAX,
  ENGINE_SECONDS_MAX,
} from "@ensemble/contract/generated/limits/search";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { SearchEngine } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SourceChoice } from "../SourceChoice";
import { saveCustomEngineMutation } from "../search-queries";
import { customEngineOf, type EngineFields, EXAMPLES, fieldsOf, NEW_ENGINE } from "./custom-engine";
import { EngineKey, keyToSend } from "./EngineKey";

const KINDS = ["json", "feed", "page"] as const;
const PLACES = ["title", "link", "snippet", "date"] as const;
/** Fields that errors can name. */
const NAMED = [
  ...["name", "sources", "url", "body", "headers", "items", "title", "link", "snippet", "date"],
  ...["timeout_seconds", "per_minute"],
] as const;
type NamedField = (typeof NAMED)[number];

/** Maximum values for the texts about the fields. */
const MOST = {
  name: ENGINE_NAME_MAX_CHARS,
  headers: ENGINE_HEADERS_MAX,
  seconds: ENGINE_SECONDS_MAX,
  per_minute: ENGINE_PER_MINUTE_MAX,
};

const plain = {
  dir: "ltr",
  spellCheck: false,
  autoCapitalize: "none",
  autoComplete: "off",
} as const;

/**
 * Edits a custom engine: request and structure of the response. Typed text survives a reload, except the key.
 */
export function CustomEngineDialog({
  engine,
  onClose,
}: {
  engine: SearchEngine | null;
  onClose: () => void;
}) {
  const text = useText("search");
  const problemText = useProblemText();
  const save = useMutation(saveCustomEngineMutation(useQueryClient(), engine?.id ?? null));
  const {
    fields,
    put: change,
    forget,
  } = useDraftFields<EngineFields, string>(
    `search.finder.${engine?.id ?? "new"}`,
    engine?.own ? fieldsOf(engine.own) : NEW_ENGINE,
    "",
  );
  // A secret, stored only in its field.
  const [key, setKey] = useState("");
  const [keyRemoved, setKeyRemoved] = useState(false);
  const close = () => {
    forget();
    onClose();
  };
  const wrong = NAMED.find((field) => field === fieldIn(save.error));
  const error = (field: NamedField) => (field === wrong ? text(`own.wrong.${wrong}`, MOST) : null);
  const examples = EXAMPLES[fields.answer];
  const submit = () => {
    const api_key = keyToSend(key, keyRemoved);
    save.mutate({ own: customEngineOf(fields), api_key }, { onSuccess: close });
  };
  return (
    <FormDialog
      title={engine ? engine.name : text("own.add")}
      width="lg"
      fieldFirst
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      busy={save.isPending}
      onClose={close}
      onSubmit={submit}
    >
      <TextField
        label={text("own.name")}
        value={fields.name}
        error={error("name")}
        autoComplete="off"
        onChange={(name) => change({ name })}
      />
      <SourceChoice
        value={fields.sources}
        error={error("sources")}
        onChange={(sources) => change({ sources })}
      />
      <TextField
        {...plain}
        label={text("address")}
        hint={text("own.url_hint")}
        placeholder="https://search.example.org/api?q={query}&limit={limit}"
        value={fields.url}
        error={error("url")}
        onChange={(url) => change({ url })}
      />
      <Select
        label={text("own.method")}
        value={fields.sends ? "post" : "get"}
        options={[
          { value: "get", label: text("own.get") },
          { value: "post", label: text("own.post") },
        ]}
        onChange={(method) => change({ sends: method === "post" })}
      />
      {fields.sends ? (
        <TextArea
          {...plain}
          label={text("own.body")}
          rows={3}
          className="font-mono text-sm"
          placeholder={'{ "query": "{query}", "size": "{limit}" }'}
          value={fields.body}
          error={error("body")}
          onChange={(body) => change({ body })}
        />
      ) : null}
      <TextArea
        {...plain}
        label={text("own.headers")}
        hint={text("own.headers_hint")}
        rows={2}
        className="font-mono text-sm"
        placeholder="Authorization: Bearer {key}"
        value={fields.headers}
        error={error("headers")}
        onChange={(headers) => change({ headers })}
      />
      <EngineKey
        has={engine?.has_key ?? false}
        keptHint={text("own.key_kept")}
        typed={key}
        removed={keyRemoved}
        onType={setKey}
        onRemove={setKeyRemoved}
      />
      <Select
        label={text("own.answer")}
        value={fields.answer}
        options={KINDS.map((value) => ({ value, label: text(`own.kinds.${value}`) }))}
        onChange={(answer) => change({ answer })}
      />
      <p className="text-muted text-sm">{text(`own.places_hint.${fields.answer}`)}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.answer === "feed" ? null : (
          <TextField
            {...plain}
            label={text("own.items")}
            placeholder={examples.items}
            value={fields.items}
            error={error("items")}
            onChange={(items) => change({ items })}
          />
        )}
        {PLACES.map((place) => (
          <TextField
            key={place}
            {...plain}
            label={text(`own.${place}`)}
            placeholder={examples[place]}
            value={fields[place]}
            error={error(place)}
            onChange={(said) => change({ [place]: said })}
          />
        ))}
      </div>
      <EngineLimits fields={fields} error={error} insists={isLimit(wrong)} onChange={change} />
      {save.error && !wrong ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
    </FormDialog>
  );
}

const isLimit = (field: NamedField | undefined) => field === "timeout_seconds" || field === "per_minute";

/** Timeout, rate limit and site filter of a search engine, folded away. */
function EngineLimits({
  fields,
  error,
  insists,
  onChange,
}: {
  fields: EngineFields;
  error: (field: NamedField) => string | null;
  /** Unfolds where one of the fields is wrong. */
  insists: boolean;
  onChange: (part: Partial<EngineFields>) => void;
}) {
  const text = useText("search");
  return (
    <Disclosure title={text("own.more")} insists={insists}>
      <div className="flex flex-col gap-4 pt-2">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={text("own.seconds")}
            inputMode="numeric"
            value={fields.timeout_seconds}
            error={error("timeout_seconds")}
            onChange={(timeout_seconds) => onChange({ timeout_seconds })}
          />
          <TextField
            label={text("own.per_minute")}
            inputMode="numeric"
            value={fields.per_minute}
            error={error("per_minute")}
            onChange={(per_minute) => onChange({ per_minute })}
          />
        </div>
        <div className="flex min-h-9 items-center gap-3 touch:min-h-11">
          <span className="min-w-0 flex-1 text-sm" aria-hidden="true">
            {text("own.understands_sites")}
          </span>
          <Switch
            label={text("own.understands_sites")}
            checked={fields.understands_sites}
            onChange={(understands_sites) => onChange({ understands_sites })}
          />
        </div>
      </div>
    </Disclosure>
  );
}

/** The field that the server says cannot be. */
function fieldIn(error: unknown): unknown {
  const said = error instanceof ProblemError && error.code === "search.finder_invalid";
  return said ? error.problem.params.field : null;
}

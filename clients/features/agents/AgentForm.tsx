import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import {
  DESCRIPTION_MAX_CHARS,
  ICON_MAX_CHARS,
  INSTRUCTIONS_MAX_CHARS,
  KNOWLEDGE_MAX,
  NAME_MAX_CHARS,
  STEPS_MAX,
  STEPS_MIN,
  STEPS_USUAL,
} from "@ensemble/contract/generated/limits/agents";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { CheckChips } from "@ensemble/ui/fields/CheckChips";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { saveMutation, serversQuery } from "./agent-queries";
import { ChosenFiles } from "./files/ChosenFiles";
import type { Agent, AgentDefinition, AgentFile } from "./operations";
import { useToolName } from "./use-tool-name";

const EMPTY: AgentDefinition = {
  name: "",
  icon: "",
  description: "",
  instructions: "",
  tools: ["search_web", "read_page", "search_library", "read_library", "calculate", "ask_user"],
  knowledge: [],
  model: null,
  steps_max: STEPS_USUAL,
  spend_max: null,
};

/** Form for an agent: a new one, or a change of the person's. */
export function AgentForm({
  agent,
  offered,
  onClose,
}: {
  /** Null for a new one. */
  agent: Agent | null;
  /** Tools that can be chosen, besides tool servers. */
  offered: readonly string[];
  onClose: () => void;
}) {
  const text = useText("agents");
  const common = useText("common");
  const problemText = useProblemText();
  const save = useMutation(saveMutation(useQueryClient(), agent?.key ?? null));
  const [fields, setFields] = useState(agent?.definition ?? EMPTY);
  const [files, setFiles] = useState<readonly AgentFile[]>(agent?.files ?? []);
  const change = (part: Partial<AgentDefinition>) => setFields((before) => ({ ...before, ...part }));
  return (
    <FormDialog
      title={text(agent ? "edit_agent" : "new_agent")}
      cancelLabel={common("cancel")}
      submitLabel={text(agent ? "save" : "create")}
      width="lg"
      fieldFirst
      busy={save.isPending}
      disabled={fields.name.trim() === "" || fields.steps_max < STEPS_MIN || fields.steps_max > STEPS_MAX}
      onClose={onClose}
      onSubmit={() =>
        save.mutate({ ...fields, knowledge: files.map(({ id }) => id) }, { onSuccess: onClose })
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex gap-3">
          <div className="min-w-0 flex-1">
            <TextField
              label={text("name")}
              maxLength={NAME_MAX_CHARS}
              required
              value={fields.name}
              onChange={(name) => change({ name })}
            />
          </div>
          <div className="w-24 flex-none">
            <TextField
              label={text("icon")}
              placeholder="🦊"
              maxLength={ICON_MAX_CHARS}
              value={fields.icon}
              onChange={(icon) => change({ icon })}
            />
          </div>
        </div>
        <TextField
          label={text("description")}
          maxLength={DESCRIPTION_MAX_CHARS}
          value={fields.description}
          onChange={(description) => change({ description })}
        />
        <TextArea
          label={text("instructions")}
          placeholder={text("instructions_placeholder")}
          maxLength={INSTRUCTIONS_MAX_CHARS}
          rows={5}
          value={fields.instructions}
          onChange={(instructions) => change({ instructions })}
        />
        <Tools offered={offered} chosen={fields.tools} onChange={(tools) => change({ tools })} />
        <section aria-label={text("knowledge")} className="flex flex-col gap-2">
          <h3 className="font-medium text-sm">{text("knowledge")}</h3>
          <p className="text-muted text-sm">{text("knowledge_hint", { max: KNOWLEDGE_MAX })}</p>
          <ChosenFiles files={files} max={KNOWLEDGE_MAX} onChange={setFiles} />
        </section>
        <Model model={fields.model} onChange={(model) => change({ model })} />
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={text("steps_max")}
            hint={text("steps_max_hint")}
            type="number"
            min={STEPS_MIN}
            max={STEPS_MAX}
            value={`${fields.steps_max || ""}`}
            onChange={(value) => change({ steps_max: Number(value) })}
          />
          <TextField
            label={text("spend_max")}
            hint={text("spend_max_hint")}
            type="number"
            min={1}
            value={fields.spend_max === null ? "" : `${fields.spend_max}`}
            onChange={(value) => change({ spend_max: value === "" ? null : Number(value) })}
          />
        </div>
        {save.error ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
      </div>
    </FormDialog>
  );
}

function Tools({
  offered,
  chosen,
  onChange,
}: {
  offered: readonly string[];
  chosen: readonly string[];
  onChange: (tools: string[]) => void;
}) {
  const text = useText("agents");
  const toolName = useToolName();
  const servers = useQuery(serversQuery).data?.items ?? [];
  const options = [
    ...offered.map((key) => ({ value: key, label: toolName(key) })),
    ...servers.map(({ key, name }) => ({ value: key, label: name })),
  ];
  return (
    <CheckChips
      legend={text("tools")}
      options={options}
      chosen={chosen}
      onToggle={(key) =>
        onChange(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])
      }
    />
  );
}

function Model({ model, onChange }: { model: string | null; onChange: (model: string | null) => void }) {
  const text = useText("agents");
  const models = useQuery(modelsQuery).data;
  if (!models || models.models.length === 0) return null;
  return (
    <section aria-label={text("model")} className="flex flex-wrap items-center gap-2">
      <h3 className="font-medium text-sm">{text("model")}</h3>
      {model === null ? (
        <span className="text-muted text-sm">{text("own_model")}</span>
      ) : (
        <Button size="sm" kind="ghost" onClick={() => onChange(null)}>
          {text("use_own_model")}
        </Button>
      )}
      <ModelPicker
        models={models.models}
        value={model ?? models.default_model}
        label={text("model")}
        onChange={({ id }) => onChange(id)}
      />
    </section>
  );
}

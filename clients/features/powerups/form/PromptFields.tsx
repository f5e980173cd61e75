import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import { PROMPT_MAX_CHARS, SKILLS_MAX } from "@ensemble/contract/generated/limits/powerups";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { CheckChips } from "@ensemble/ui/fields/CheckChips";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useQuery } from "@tanstack/react-query";
import { SKILLS } from "../operations";
import { FormGroup } from "./FormGroup";
import type { PartProps } from "./PowerupFormPage";

/** Prompt, skills, model and response language. */
export function PromptFields({ fields, change, wrong }: PartProps) {
  const text = useText("powerups");
  const { skills } = fields;
  const tooMany = skills.length > SKILLS_MAX ? text("too_many_skills", { max: `${SKILLS_MAX}` }) : null;
  return (
    <FormGroup title={text("task")}>
      <TextArea
        label={text("prompt")}
        hint={text("prompt_hint")}
        rows={6}
        required
        maxLength={PROMPT_MAX_CHARS}
        value={fields.prompt}
        onChange={(prompt) => change({ prompt })}
        error={wrong("prompt")}
      />
      <CheckChips
        legend={text("skills")}
        options={SKILLS.map((value) => ({ value, label: text(`skill.${value}`) }))}
        chosen={skills}
        error={tooMany ?? wrong("skills")}
        onToggle={(skill) =>
          change({
            skills: skills.includes(skill) ? skills.filter((one) => one !== skill) : [...skills, skill],
          })
        }
      />
      <div className="flex flex-col gap-1.5">
        <span className="font-medium text-sm">{text("response_language")}</span>
        <Segmented
          label={text("response_language")}
          value={fields.response_language}
          options={[
            { value: "user", label: text("language_user") },
            { value: "prompt", label: text("language_prompt") },
          ]}
          onChange={(response_language) => change({ response_language })}
        />
      </div>
      <Model {...{ fields, change, wrong }} />
    </FormGroup>
  );
}

function Model({ fields: { model }, change, wrong }: PartProps) {
  const text = useText("powerups");
  const models = useQuery(modelsQuery).data;
  if (!models || models.models.length === 0) return null;
  const error = wrong("model");
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="font-medium text-sm">{text("model")}</span>
      {model === null ? (
        <span className="text-muted text-sm">{text("own_model")}</span>
      ) : (
        <Button size="sm" kind="ghost" onClick={() => change({ model: null })}>
          {text("use_own_model")}
        </Button>
      )}
      <ModelPicker
        models={models.models}
        value={model ?? models.default_model}
        label={text("model")}
        onChange={({ id }) => change({ model: id })}
      />
      {error ? (
        <p role="alert" className="w-full text-danger text-sm">
          {error}
        </p>
      ) : null}
    </div>
  );
}

import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { api } from "@ensemble/contract/api";
import {
  DESCRIPTION_MAX_CHARS,
  ICON_MAX_CHARS,
  NAME_MAX_CHARS,
} from "@ensemble/contract/generated/limits/powerups";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Select } from "@ensemble/ui/fields/Select";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useQuery } from "@tanstack/react-query";
import { FormGroup } from "./FormGroup";
import type { PartProps } from "./PowerupFormPage";

/** Name, icon, description and type. */
export function Basics({ fields, change, wrong }: PartProps) {
  const text = useText("powerups");
  const common = useText("common");
  return (
    <FormGroup title={text("basics")}>
      <div className="flex gap-3">
        <div className="min-w-0 flex-1">
          <TextField
            label={common("name")}
            maxLength={NAME_MAX_CHARS}
            required
            value={fields.name}
            onChange={(name) => change({ name })}
            error={wrong("name")}
          />
        </div>
        <div className="w-24 flex-none">
          <TextField
            label={text("icon")}
            placeholder="⚡"
            maxLength={ICON_MAX_CHARS}
            value={fields.icon}
            onChange={(icon) => change({ icon })}
            error={wrong("icon")}
          />
        </div>
      </div>
      <TextArea
        label={common("description")}
        rows={2}
        maxLength={DESCRIPTION_MAX_CHARS}
        value={fields.description}
        onChange={(description) => change({ description })}
        error={wrong("description")}
      />
      <div className="flex flex-col gap-1.5">
        <span className="font-medium text-sm">{text("kind")}</span>
        <Segmented
          label={text("kind")}
          value={fields.kind}
          options={[
            { value: "tool", label: text("kind.tool") },
            { value: "mini_app", label: text("kind.mini_app") },
          ]}
          onChange={(kind) => change({ kind })}
        />
      </div>
      {fields.kind === "mini_app" ? (
        <ArtifactField
          value={fields.artifact_id}
          error={wrong("artifact_id")}
          onChange={(artifact_id) => change({ artifact_id })}
        />
      ) : null}
    </FormGroup>
  );
}

/** Query for the person's newest artifacts, with the area of artifacts. */
const artifactsQuery = {
  queryKey: ["artifacts", "for-powerups"],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get("/api/artifacts", { query: { limit: 100 }, signal }),
};

function ArtifactField({
  value,
  error,
  onChange,
}: {
  value: string | null;
  error: string | null;
  onChange: (id: string) => void;
}) {
  const text = useText("powerups");
  const artifacts = useQuery(artifactsQuery);
  const { data } = artifacts;
  if (artifacts.isError)
    return <PanelProblem error={artifacts.error} onRetry={() => void artifacts.refetch()} />;
  if (data?.items.length === 0) {
    return (
      <p className="text-muted text-sm">
        {text("no_artifacts")}{" "}
        <AppLink to="/artifacts" className="text-accent-ink underline">
          {text("open_artifacts")}
        </AppLink>
      </p>
    );
  }
  const options = data?.items.map(({ id, title }) => ({ value: id, label: title })) ?? [];
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        label={text("artifact")}
        value={value ?? ""}
        options={[{ value: "", label: text("choose") }, ...options]}
        onChange={(id) => id !== "" && onChange(id)}
      />
      {error ? (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      ) : null}
    </div>
  );
}

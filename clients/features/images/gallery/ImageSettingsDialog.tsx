import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import { api } from "@ensemble/contract/api";
import type { ImageSettings } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

const settingsQuery = queryOptions({
  queryKey: ["images", "settings"],
  queryFn: ({ signal }) => api.get("/api/images/settings", { signal }),
});

/** What a person chooses about their images: what files say, and whether a model describes them for search. */
export function ImageSettingsDialog({ onClose }: { onClose: () => void }) {
  const text = useText("images");
  const settings = useQuery(settingsQuery);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("image_settings")}
      closeLabel={text("close")}
    >
      {settings.data ? (
        <Fields settings={settings.data} />
      ) : settings.error ? (
        <PanelProblem error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <SkeletonLines count={4} label={text("loading")} />
      )}
    </Dialog>
  );
}

function Fields({ settings }: { settings: ImageSettings }) {
  const text = useText("images");
  const client = useQueryClient();
  const { data: list } = useQuery(modelsQuery);
  const seeing = (list?.models ?? []).filter(({ vision }) => vision);
  const change = useMutation({
    mutationFn: (next: ImageSettings) => api.put("/api/images/settings", { body: next }),
    onSuccess: (saved) => client.setQueryData(settingsQuery.queryKey, saved),
  });
  const shown = change.isPending ? change.variables : settings;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex items-start justify-between gap-4">
        <div>
          <p aria-hidden="true" className="font-medium text-sm">
            {text("embed_prompt")}
          </p>
          <p className="text-pretty text-muted text-sm">{text("embed_prompt_hint")}</p>
        </div>
        <Switch
          label={text("embed_prompt")}
          checked={shown.embed_prompt}
          onChange={(embed_prompt) => change.mutate({ ...shown, embed_prompt })}
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <Select
          label={text("describe_images")}
          value={shown.describe_model ?? ""}
          options={[
            { value: "", label: text("describe_none") },
            ...seeing.map(({ id, name }) => ({
              value: id,
              label: name,
              icon: <ModelGlyph id={id} size="sm" />,
            })),
          ]}
          onChange={(id) => change.mutate({ ...shown, describe_model: id === "" ? null : id })}
        />
        <p className="text-pretty text-muted text-sm">
          {text(list && seeing.length === 0 ? "no_vision_model" : "describe_hint")}
        </p>
      </div>
    </div>
  );
}

import { useModelName } from "@ensemble/blocks/models/use-model-name";
import { changeSettingsMutation, useSettings } from "@ensemble/blocks/session-queries";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import { useText } from "@ensemble/i18n/text";
import { Select } from "@ensemble/ui/fields/Select";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

const AUTOMATIC = "";

/** Selects the default model. */
export function DefaultModel() {
  const text = useText("models");
  const modelName = useModelName();
  const { default_model } = useSettings();
  const models = useQuery(modelsQuery);
  const changeSettings = useMutation(changeSettingsMutation(useQueryClient()));
  const usable = (models.data?.models ?? []).filter((model) => !model.locked);
  const chosen = usable.some(({ id }) => id === default_model) ? (default_model ?? AUTOMATIC) : AUTOMATIC;

  return (
    <Section title={text("your_model")}>
      <Rows>
        <Row title={text("default_model")} description={text("default_model_hint")}>
          <div className="w-56">
            <Select
              label={text("default_model")}
              hideLabel
              value={chosen}
              disabled={models.isPending}
              onChange={(id) => changeSettings.mutate({ default_model: id === AUTOMATIC ? null : id })}
              options={[
                { value: AUTOMATIC, label: text("default_model_auto") },
                ...usable.map((model) => ({
                  value: model.id,
                  label: modelName(model.id, model.name),
                  icon: <ModelGlyph id={model.id} size="sm" />,
                })),
              ]}
            />
          </div>
        </Row>
      </Rows>
    </Section>
  );
}

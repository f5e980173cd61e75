import type { ImageModel } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Select } from "@ensemble/ui/fields/Select";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";

/** Choice of the model that makes the images. */
export function ModelField({
  model,
  models,
  onChoose,
}: {
  model: ImageModel;
  models: readonly ImageModel[];
  onChoose: (id: string) => void;
}) {
  const text = useText("images");
  return (
    <Select
      label={text("model")}
      value={model.id}
      options={models.map(({ id, name, connection_name }) => ({
        value: id,
        label: `${name} · ${connection_name}`,
        icon: <ModelGlyph id={id} size="sm" />,
      }))}
      onChange={onChoose}
    />
  );
}

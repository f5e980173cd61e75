import { Choice, Labelled, type Option } from "@ensemble/blocks/images/Choice";
import { Range } from "@ensemble/blocks/images/Range";
import { isSeed } from "@ensemble/blocks/images/seed";
import { CFG_SCALE_MAX, PROMPT_MAX_CHARS } from "@ensemble/contract/generated/limits/images";
import type { ImageModel } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import {
  type CreateSettings,
  type Hindrance,
  hindranceOf,
  SETTINGS,
  type SettingName,
  sizeName,
} from "./create-settings";
import type { CreateForm } from "./use-create-form";

/** Settings that stand above the fold. */
const BASIC: readonly SettingName[] = ["ratio", "size", "count"];
const MORE = SETTINGS.filter((name) => !BASIC.includes(name));

/** Settings of a request. Those that the model lacks say so, and keep their value for the next one. */
export function SettingsFields({ form, model }: { form: CreateForm; model: ImageModel }) {
  const text = useText("images");
  const hindrance = (name: SettingName) => hindranceOf(name, model.abilities, form.references.length);
  const offered = MORE.filter((name) => hindrance(name) !== "model_lacks_it");
  const lacking = SETTINGS.filter((name) => hindrance(name) === "model_lacks_it");
  const field = (name: SettingName) => (
    <SettingField key={name} name={name} form={form} model={model} hindrance={hindrance(name)} />
  );
  return (
    <>
      {BASIC.filter((name) => hindrance(name) === null).map(field)}
      {offered.length > 0 ? (
        <Disclosure title={text("more_settings")} insists={!isSeed(form.fitted.seed)}>
          <div className="flex flex-col gap-4 pt-2">
            {offered.map(field)}
            <Button size="sm" kind="ghost" className="self-start" onClick={form.resetSettings}>
              {text("reset_settings")}
            </Button>
          </div>
        </Disclosure>
      ) : null}
      {lacking.length > 0 ? (
        <p className="text-pretty text-muted text-xs">
          {text("model_lacks", {
            settings: lacking.map((name) => text(`setting.${name}`)).join(text("list_separator")),
          })}
        </p>
      ) : null}
    </>
  );
}

interface FieldProps {
  name: SettingName;
  form: CreateForm;
  model: ImageModel;
  hindrance: Hindrance | null;
}

function SettingField({ name, form, model, hindrance }: FieldProps) {
  const text = useText("images");
  const mediaText = useText("media");
  const { fitted, change } = form;
  const label = text(`setting.${name}`);
  const hint = hindrance ? text(`hindrance.${hindrance}`) : null;
  const { sizes, ratios, styles, qualities, count_max } = model.abilities;
  const choice = (key: "style" | "ratio" | "size" | "quality", options: readonly Option[]) => (
    <Choice
      label={label}
      value={fitted[key]}
      options={options}
      onChange={(value) => change({ [key]: value } as Partial<CreateSettings>)}
    />
  );
  switch (name) {
    case "ratio":
      return choice("ratio", ratios.map(plain));
    case "size":
      return choice(
        "size",
        sizes.map((size) => ({ value: sizeName(size), label: `${size.width} × ${size.height}` })),
      );
    case "style":
      return choice("style", styles.map(plain));
    case "quality":
      return choice("quality", qualities.map(plain));
    case "count":
      return (
        <Labelled label={label}>
          <Segmented
            label={label}
            value={String(fitted.count)}
            options={counts(count_max).map((count) => plain(String(count)))}
            onChange={(count) => change({ count: Number(count) })}
          />
        </Labelled>
      );
    case "seed":
      return (
        <TextField
          label={label}
          inputMode="numeric"
          placeholder={text("seed_random")}
          value={fitted.seed}
          error={isSeed(fitted.seed) ? null : text("missing.seed")}
          onChange={(seed) => change({ seed })}
        />
      );
    case "negativePrompt":
      return (
        <TextArea
          label={label}
          placeholder={text("negative_placeholder")}
          maxLength={PROMPT_MAX_CHARS}
          value={fitted.negativePrompt}
          onChange={(negativePrompt) => change({ negativePrompt })}
        />
      );
    case "transparent":
      return (
        <div className="flex items-center justify-between gap-3 text-sm">
          <span aria-hidden="true" className="font-medium">
            {label}
          </span>
          <Switch
            label={label}
            checked={fitted.transparent}
            onChange={(transparent) => change({ transparent })}
          />
        </div>
      );
    default:
      return (
        <Range
          label={label}
          hint={hint}
          disabled={hindrance !== null}
          value={fitted[name]}
          unset={{ text: mediaText("auto"), at: name === "cfgScale" ? CFG_SCALE_MAX / 2 : 0.5 }}
          min={0}
          max={name === "cfgScale" ? CFG_SCALE_MAX : 1}
          step={name === "cfgScale" ? 0.5 : 0.05}
          onChange={(value) => change({ [name]: value })}
        />
      );
  }
}

/** Words of a provider, as they are. */
const plain = (value: string): Option => ({ value, label: value });

/** Most counts that are offered: the rest is rarely wanted at once. */
const counts = (max: number) => [1, 2, 3, 4, 6, 8, 10].filter((count) => count <= max);

import { Choice, OneOf, type Option } from "@ensemble/blocks/images/Choice";
import { Range } from "@ensemble/blocks/images/Range";
import { isSeed } from "@ensemble/blocks/images/seed";
import type { VideoModel } from "@ensemble/contract/wire";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { offersSource, SOURCES } from "./sources";
import type { VideoForm } from "./use-video-form";
import { CFG_SCALE_MAX, offers, SETTINGS, type SettingName, secondsFor } from "./video-settings";

/** Settings that stand above the fold. */
const BASIC: readonly SettingName[] = ["seconds", "ratio", "resolution", "audio"];

/** Settings of a video. Those that the model lacks say so, and keep their value for the next one. */
export function SettingsFields({ form, model }: { form: VideoForm; model: VideoModel }) {
  const text = useText("videos");
  const { abilities } = model;
  const offered = SETTINGS.filter((name) => offers(name, abilities));
  const [basic, more] = [
    offered.filter((name) => BASIC.includes(name)),
    offered.filter((name) => !BASIC.includes(name)),
  ];
  const lacking = [
    ...SOURCES.filter((source) => !offersSource(source, abilities)).map((source) => text(`source.${source}`)),
    ...SETTINGS.filter((name) => !offers(name, abilities)).map((name) => text(`setting.${name}`)),
  ];
  const field = (name: SettingName) => <SettingField key={name} name={name} form={form} model={model} />;
  return (
    <>
      {basic.map(field)}
      {more.length > 0 ? (
        <Disclosure title={text("more_settings")} insists={!isSeed(form.fitted.seed)}>
          <div className="flex flex-col gap-4 pt-2">
            {more.map(field)}
            <Button size="sm" kind="ghost" className="self-start" onClick={form.resetSettings}>
              {text("reset_settings")}
            </Button>
          </div>
        </Disclosure>
      ) : null}
      {lacking.length > 0 ? (
        <p className="text-pretty text-muted text-xs">
          {text("model_lacks", { settings: lacking.join(text("list_separator")) })}
        </p>
      ) : null}
    </>
  );
}

function SettingField({ name, form, model }: { name: SettingName; form: VideoForm; model: VideoModel }) {
  const text = useText("videos");
  const mediaText = useText("media");
  const { fitted, change } = form;
  const { ratios, resolutions, cameras } = model.abilities;
  const label = text(`setting.${name}`);
  const choice = (key: "ratio" | "resolution" | "camera", values: readonly string[]) => (
    <Choice
      label={label}
      value={fitted[key]}
      options={values.map(plain)}
      onChange={(value) => change({ [key]: value })}
    />
  );
  switch (name) {
    case "seconds":
      return <LengthField form={form} model={model} />;
    case "ratio":
      return choice("ratio", ratios);
    case "resolution":
      return choice("resolution", resolutions);
    case "camera":
      return choice("camera", cameras);
    case "audio":
      return (
        <div className="flex items-center justify-between gap-3 text-sm">
          <span aria-hidden="true" className="font-medium">
            {label}
          </span>
          <Switch label={label} checked={fitted.audio} onChange={(audio) => change({ audio })} />
        </div>
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
          value={fitted.negativePrompt}
          onChange={(negativePrompt) => change({ negativePrompt })}
        />
      );
    default: {
      const max = name === "cfgScale" ? CFG_SCALE_MAX : 1;
      return (
        <Range
          label={label}
          value={fitted[name]}
          unset={{ text: mediaText("auto"), at: max / 2 }}
          min={0}
          max={max}
          step={max / 20}
          onChange={(value) => change({ [name]: value })}
        />
      );
    }
  }
}

/** Words of a provider, as they are. */
const plain = (value: string): Option => ({ value, label: value.replaceAll("_", " ") });

/** Length of a video. Where an end frame rules the chosen one out, it says so. */
function LengthField({ form, model }: { form: VideoForm; model: VideoModel }) {
  const text = useText("videos");
  const { locale } = useLocale();
  const { fitted, lostLength } = form;
  const label = text("setting.seconds");
  const options = secondsFor(model.abilities, fitted.source).map((seconds) => ({
    value: String(seconds),
    label: secondsText(seconds, locale),
  }));
  const chosen = String(fitted.seconds);
  const choose = (value: string) => form.change({ seconds: Number(value) });
  return (
    <div className="flex flex-col gap-1.5">
      <OneOf label={label} value={chosen} options={options} onChange={choose} />
      <p role="status" className="text-pretty text-muted text-xs empty:hidden">
        {lostLength !== null && fitted.seconds !== null
          ? text("end_frame_length", {
              lost: secondsText(lostLength, locale),
              used: secondsText(fitted.seconds, locale),
            })
          : null}
      </p>
    </div>
  );
}

const secondsText = (seconds: number, locale: string) =>
  new Intl.NumberFormat(locale, { style: "unit", unit: "second", unitDisplay: "short" }).format(seconds);

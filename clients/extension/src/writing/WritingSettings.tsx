import { useText } from "@ensemble/i18n/text";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row } from "@ensemble/ui/Section";
import { FeatureSwitch } from "../panel/settings/FeatureSwitch";
import { usePageSettings } from "../panel/settings/page-settings";
import { readWritingOptions } from "./options";
import { TONES } from "./prompts";

/** Settings of the writing helper. */
export function WritingSettings() {
  const text = useText("writing");
  const { settings, setOptions } = usePageSettings();
  const { button, tone } = readWritingOptions(settings.options.writing);
  return (
    <FeatureSwitch feature="writing" title={text("panel_show")} description={text("panel_hint")}>
      <Row title={text("panel_button")} description={text("panel_button_hint")}>
        <Switch
          label={text("panel_button")}
          checked={button}
          onChange={(on) => setOptions("writing", { button: on })}
        />
      </Row>
      <Row title={text("panel_tone")}>
        <Select
          label={text("panel_tone")}
          hideLabel
          value={tone}
          options={TONES.map((one) => ({ value: one, label: text(`tone_${one}`) }))}
          onChange={(chosen) => setOptions("writing", { tone: chosen })}
        />
      </Row>
    </FeatureSwitch>
  );
}

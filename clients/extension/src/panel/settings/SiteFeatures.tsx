import { type TextKey, useText } from "@ensemble/i18n/text";
import { Row, Rows } from "@ensemble/ui/Section";
import { Switch } from "@ensemble/ui/Switch";
import type { PageFeatureId } from "../../page-features/feature";
import { featuresOn, type PageSettings, switchedOff, switchOnHost } from "../../page-features/settings";
import { usePageSettings } from "./page-settings";

/** What they are called, in the order of the settings. */
const FEATURES: readonly (readonly [PageFeatureId, TextKey<"extension">])[] = [
  ["avatar", "settings_avatar"],
  ["selection", "quick_panel"],
  ["toolbar", "settings_selection"],
  ["translation", "settings_translation"],
  ["search", "settings_search"],
  ["writing", "settings_writing"],
];

/** What runs on one site: each can be switched off there, with its keys and its place in the menu; the toolbar alone, too. */
export function SiteFeatures({ host }: { host: string }) {
  const text = useText("extension");
  const { settings, change } = usePageSettings();
  const on = featuresOn(settings, host);
  return (
    <Rows>
      {FEATURES.filter(([feature]) => canSwitch(settings, host, feature)).map(([feature, title]) => (
        <Row key={feature} title={text(title)}>
          <Switch
            label={text("feature_on", { feature: text(title), site: host })}
            checked={on.includes(feature)}
            onChange={(wanted) => change((now) => switchOnHost(now, { host, feature, on: wanted }))}
          />
        </Row>
      ))}
    </Rows>
  );
}

/** What is off everywhere is not switched here; nor is the toolbar where what it opens is off. */
const canSwitch = (settings: PageSettings, host: string, feature: PageFeatureId): boolean =>
  !switchedOff(settings, null, feature) &&
  !(feature === "toolbar" && switchedOff(settings, host, "selection"));

import { type TextKey, useText } from "@ensemble/i18n/text";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows } from "@ensemble/ui/Section";
import type { PageFeatureId } from "../../page-features/feature";
import { featuresOn, type PageSettings, switchedOff, switchOnHost } from "../../page-features/settings";
import { usePageSettings } from "./page-settings";

/** Names of the features in the order of the settings page. */
const FEATURES: readonly (readonly [PageFeatureId, TextKey<"extension">])[] = [
  ["avatar", "settings_avatar"],
  ["selection", "quick_panel"],
  ["toolbar", "settings_selection"],
  ["translation", "settings_translation"],
  ["search", "settings_search"],
  ["writing", "settings_writing"],
];

/**
 * Switches features on one site. Switching one off also disables its shortcuts and menu item there; the
 * toolbar has its own switch.
 */
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

/**
 * Returns true if the feature can be switched for this site: not if it is off everywhere, nor for the toolbar
 * while the quick panel is off.
 */
const canSwitch = (settings: PageSettings, host: string, feature: PageFeatureId): boolean =>
  !switchedOff(settings, null, feature) &&
  !(feature === "toolbar" && switchedOff(settings, host, "selection"));

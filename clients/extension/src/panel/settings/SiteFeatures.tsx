import { useText } from "@ensemble/i18n/text";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows } from "@ensemble/ui/Section";
import { PAGE_FEATURES, type PageFeatureId } from "../../page-features/feature";
import { featuresOn, type PageSettings, switchedOff, switchOnHost } from "../../page-features/settings";
import { usePageSettings } from "./page-settings";
import { allPanels } from "./panels";

/** Returns the features that can be switched, in the order of the settings pages. */
const listFeatures = () =>
  allPanels()
    .flatMap(({ features = [] }) => features)
    .flatMap(({ id, label }) => {
      const feature = PAGE_FEATURES.find((known) => known === id);
      return feature ? [{ feature, label }] : [];
    });

/**
 * Switches features on one site. Switching one off also disables its shortcuts and menu item there; the
 * toolbar has its own switch.
 */
export function SiteFeatures({ host }: { host: string }) {
  const text = useText("extension");
  const { settings, change } = usePageSettings();
  const on = featuresOn(settings, host);
  const shown = listFeatures().filter(({ feature }) => canSwitch(settings, host, feature));
  return (
    <Rows>
      {shown.map(({ feature, label }) => (
        <Row key={feature} title={text(label)}>
          <Switch
            label={text("feature_on", { feature: text(label), site: host })}
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

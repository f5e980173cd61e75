import { PLACES } from "@ensemble/blocks/places";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row } from "@ensemble/ui/Section";
import { readSelectionOptions } from "../../page-features/selection/options";
import { switchedOff } from "../../page-features/settings";
import { FeatureSwitch } from "./FeatureSwitch";
import { usePageSettings } from "./page-settings";

/** Settings of the selection toolbar and the quick panel. */
export function SelectionPanel() {
  const text = useText("extension");
  const host = useHost();
  const { settings, setOptions } = usePageSettings();
  const { show } = readSelectionOptions(settings.options.selection);
  return (
    <>
      <FeatureSwitch
        feature="selection"
        title={text("quick_panel_show")}
        description={text("quick_panel_hint")}
      />
      {switchedOff(settings, null, "selection") ? null : (
        <FeatureSwitch
          isFurther
          feature="toolbar"
          title={text("selection_show")}
          description={text("selection_hint")}
        >
          <Row title={text("selection_alt")} description={text("selection_alt_hint")}>
            <Switch
              label={text("selection_alt")}
              checked={show === "alt"}
              onChange={(alt) => setOptions("selection", { show: alt ? "alt" : "always" })}
            />
          </Row>
          <Row title={text("selection_actions")} description={text("selection_actions_hint")}>
            <Button size="sm" onClick={() => void host.openExternal(host.serverOrigin + PLACES.quickActions)}>
              {text("open")}
            </Button>
          </Row>
        </FeatureSwitch>
      )}
    </>
  );
}

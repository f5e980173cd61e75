import { useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Row } from "@ensemble/ui/Section";
import { readAvatarOptions } from "../../page-features/avatar/options";
import { FeatureSwitch } from "./FeatureSwitch";
import { usePageSettings } from "./page-settings";

/** Settings of the floating avatar. */
export function AvatarPanel() {
  const text = useText("extension");
  const { settings, setOptions } = usePageSettings();
  const { side } = readAvatarOptions(settings.options.avatar);
  return (
    <FeatureSwitch feature="avatar" title={text("avatar_show")} description={text("avatar_hint")}>
      <Row title={text("avatar_side")}>
        <Segmented
          label={text("avatar_side")}
          value={side}
          options={[
            { value: "start", label: text("side_start") },
            { value: "end", label: text("side_end") },
          ]}
          onChange={(next) => setOptions("avatar", { side: next })}
        />
      </Row>
    </FeatureSwitch>
  );
}

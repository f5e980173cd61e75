import { changeSettingsMutation, useSettings } from "@ensemble/blocks/session-queries";
import { useText } from "@ensemble/i18n/text";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows } from "@ensemble/ui/Section";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { follow, usePage } from "../page/page-store";

/** Settings of the panel itself. */
export function SidebarPanel() {
  const text = useText("extension");
  const { auto_new_chat: isAuto } = useSettings();
  const { mutate } = useMutation(changeSettingsMutation(useQueryClient()));
  const { following } = usePage();
  return (
    <Rows>
      <Row title={text("sidebar_auto")} description={text("sidebar_auto_hint")}>
        <Switch
          label={text("sidebar_auto")}
          checked={isAuto}
          onChange={(on) => mutate({ auto_new_chat: on })}
        />
      </Row>
      <Row title={text("page_follow")} description={text("page_follow_hint")}>
        <Switch label={text("page_follow")} checked={following} onChange={(on) => void follow(on)} />
      </Row>
    </Rows>
  );
}

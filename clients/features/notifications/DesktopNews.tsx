import { useHost } from "@ensemble/host/HostContext";
import { WANTS_NEWS } from "@ensemble/host/wants-news";
import { useText } from "@ensemble/i18n/text";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useState } from "react";

/** Setting for notifications of the desktop app, which the system shows without a push service. */
export function DesktopNews() {
  const text = useText("notifications");
  const { storage } = useHost();
  const [wanted, setWanted] = useState(() => storage.get(WANTS_NEWS) !== "no");
  const change = (next: boolean) => {
    setWanted(next);
    if (next) storage.remove(WANTS_NEWS);
    else storage.set(WANTS_NEWS, "no");
  };
  return (
    <Section>
      <Rows>
        <Row title={text("desktop_tell_me")} description={text("desktop_tell_me_hint")}>
          <Switch label={text("desktop_tell_me")} checked={wanted} onChange={change} />
        </Row>
      </Rows>
    </Section>
  );
}

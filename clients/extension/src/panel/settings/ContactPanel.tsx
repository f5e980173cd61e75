import { CopyButton } from "@ensemble/blocks/CopyButton";
import { useSession } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { Row, Rows } from "@ensemble/ui/Section";
import { browser } from "wxt/browser";

/** Shows the contact for support and the details they need. */
export function ContactPanel() {
  const text = useText("extension");
  const { setup } = useSession();
  const host = useHost();
  const { version } = browser.runtime.getManifest();
  const details = `Ensemble extension ${version}\nserver ${setup.version} (${host.serverOrigin})\n${navigator.userAgent}`;
  return (
    <>
      <p className="text-pretty text-muted text-sm">{text("contact_hint")}</p>
      <Rows>
        <Row title={text("contact_extension")}>
          <bdi dir="ltr" className="text-muted text-sm">
            {version}
          </bdi>
        </Row>
        <Row title={text("contact_server")} description={<bdi dir="ltr">{host.serverOrigin}</bdi>}>
          <bdi dir="ltr" className="text-muted text-sm">
            {setup.version}
          </bdi>
        </Row>
        <Row title={text("contact_details")} description={text("contact_details_hint")}>
          <CopyButton label={text("contact_details")} content={details} />
        </Row>
      </Rows>
    </>
  );
}

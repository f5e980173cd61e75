import type { Setup } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Row } from "@ensemble/ui/Section";
import { oidcAddress } from "../sign-in/oidc-address";

/** Rows that connect an identity provider to the account, one per provider. Hidden where the server has none. */
export function ConnectProviders({ setup }: { setup: Setup }) {
  const text = useText("accounts");
  const { client, serverOrigin, signInOutside } = useHost();
  if (signInOutside) return null;
  return setup.oidc.map((provider) => (
    <Row key={provider.id} title={provider.name} description={text("connect_provider_hint")}>
      <a
        href={oidcAddress({ serverOrigin, client, provider: provider.id, wish: "/profile" })}
        className={buttonStyle()}
      >
        {text("connect_provider")}
      </a>
    </Row>
  ));
}

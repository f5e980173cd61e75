import { useMe } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Row, Rows } from "@ensemble/ui/Section";
import { useMutation } from "@tanstack/react-query";
import { askBackground } from "../ask-background";

/** Shows the signed-in account and its server. */
export function AccountPanel() {
  const text = useText("extension");
  const { email } = useMe();
  const host = useHost();
  const signOut = useMutation({ mutationFn: () => askBackground("panel→background: sign out") });
  return (
    <Rows>
      <Row title={<bdi>{email}</bdi>} description={<bdi dir="ltr">{host.serverOrigin}</bdi>}>
        <Button size="sm" busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {text("sign_out")}
        </Button>
      </Row>
      <Row title={text("open_web")} description={text("open_web_hint")}>
        <Button size="sm" onClick={() => void host.openExternal(host.serverOrigin)}>
          {text("open")}
        </Button>
      </Row>
    </Rows>
  );
}

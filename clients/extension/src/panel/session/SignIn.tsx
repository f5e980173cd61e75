import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useState } from "react";
import { askBackground } from "../ask-background";
import { ChooseServer } from "./ChooseServer";
import { useConnection } from "./connection";
import { deviceName } from "./device-name";
import { Welcome } from "./Welcome";

/** Opens the server's page in a tab; the panel continues after approval there. */
export function SignIn({ server }: { server: string }) {
  const text = useText("extension");
  const { refusal } = useConnection();
  const [opened, setOpened] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);
  if (elsewhere) return <ChooseServer />;
  return (
    <Welcome title={text("sign_in_title")} description={text("sign_in_description")}>
      {refusal ? (
        <Notice tone={refusal === "failed" ? "danger" : "info"}>{text(`refusal_${refusal}`)}</Notice>
      ) : opened ? (
        <Notice>{text("sign_in_waiting")}</Notice>
      ) : null}
      <Button
        kind="primary"
        size="lg"
        onClick={() => {
          setOpened(true);
          void askBackground("panel→background: sign in", { deviceName: deviceName(navigator.userAgent) });
        }}
      >
        {text("sign_in")}
      </Button>
      <p className="text-muted text-sm">
        <bdi dir="ltr">{server}</bdi>
        {" · "}
        <button type="button" className="underline hover:text-ink" onClick={() => setElsewhere(true)}>
          {text("server_change")}
        </button>
      </p>
    </Welcome>
  );
}

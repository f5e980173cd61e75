import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useState } from "react";
import { browser } from "wxt/browser";
import { DEFAULT_SERVER, originPattern, serverAddresses } from "../../server-address";
import { askBackground } from "../ask-background";
import { Welcome } from "./Welcome";

type Wrong =
  | "server_wrong"
  | "server_not_allowed"
  | "server_unreachable"
  | "server_unreachable_secure"
  | "server_not_ensemble";

/** First start: selects the server. The browser asks for the permission. */
export function ChooseServer() {
  const text = useText("extension");
  const [typed, setTyped] = useState(DEFAULT_SERVER);
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const [busy, setBusy] = useState(false);

  const connect = async () => {
    const addresses = serverAddresses(typed);
    const [address] = addresses;
    if (!address) return setWrong("server_wrong");
    setWrong(null);
    setBusy(true);
    // First of all, while the browser counts the click.
    const allowed = await browser.permissions.request({ origins: [originPattern(address)] });
    const found = allowed ? await askBackground("panel→background: use server", { addresses }) : null;
    setBusy(false);
    if (!found) setWrong("server_not_allowed");
    else if (!found.ok)
      setWrong(found.reason === "unreachable" ? unreachable(address) : "server_not_ensemble");
  };

  return (
    <Welcome title={text("server_title")} description={text("server_description")}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void connect();
        }}
      >
        <TextField
          label={text("server_label")}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
          error={wrong ? text(wrong) : undefined}
        />
        <Button type="submit" kind="primary" size="lg" busy={busy}>
          {text("server_connect")}
        </Button>
      </form>
    </Welcome>
  );
}

/** Returns the reason for no response; no browser says whether a certificate is one. */
const unreachable = (address: string): Wrong =>
  address.startsWith("https:") ? "server_unreachable_secure" : "server_unreachable";

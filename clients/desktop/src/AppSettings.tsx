import { useText } from "@ensemble/i18n/text";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useState } from "react";
import { KeysField } from "./KeysField";
import type { AppState, Native } from "./native";

/** Settings for the quick panel's shortcut and start at login, and the version. */
export function AppSettings({
  native,
  state,
  onState,
}: {
  native: Native;
  state: AppState;
  onState: (state: AppState) => void;
}) {
  const text = useText("desktop");
  const [refused, setRefused] = useState<"shortcut" | "login" | null>(null);
  const change = (what: "shortcut" | "login", wish: Parameters<Native["changeSettings"]>[0]) => {
    setRefused(null);
    native.changeSettings(wish).then(onState, () => setRefused(what));
  };
  return (
    <Section title={text("app_title")}>
      <Rows>
        <Row
          title={text("shortcut")}
          description={
            refused === "shortcut" ? (
              <span role="alert" className="text-danger">
                {text("shortcut_taken")}
              </span>
            ) : (
              text("shortcut_description")
            )
          }
        >
          <KeysField keys={state.shortcut} onChange={(shortcut) => change("shortcut", { shortcut })} />
        </Row>
        <Row
          title={text("login")}
          description={
            refused === "login" ? (
              <span role="alert" className="text-danger">
                {text("failed")}
              </span>
            ) : (
              text("login_description")
            )
          }
        >
          <Switch
            label={text("login")}
            checked={state.start_at_login}
            onChange={(startAtLogin) => change("login", { startAtLogin })}
          />
        </Row>
        <Row
          title={text("version", { version: state.version })}
          description={state.newer ? null : text("up_to_date")}
        />
      </Rows>
    </Section>
  );
}

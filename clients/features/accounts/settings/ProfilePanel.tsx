import { OneLine } from "@ensemble/blocks/OneLine";
import { useMe, useSession } from "@ensemble/blocks/session-queries";
import { AppLink } from "@ensemble/host/navigation";
import { day } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Avatar } from "@ensemble/ui/Avatar";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeNameMutation } from "../account-queries";
import { useSignOut } from "../use-sign-out";
import { ChangePassword } from "./ChangePassword";
import { ConnectProviders } from "./ConnectProviders";

/** Edits the profile: name, address, password, and account deletion. */
export function ProfilePanel({ onSignedOut }: { onSignedOut: () => Promise<void> }) {
  const text = useText("accounts");
  const me = useMe();
  const { setup } = useSession();
  const { locale } = useLocale();
  const signOut = useSignOut(onSignedOut);
  const [changingPassword, setChangingPassword] = useState(false);

  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar id={me.id} name={me.name} size="lg" />
        <div className="min-w-0">
          <p className="flex items-center gap-2 font-semibold text-lg">
            <span className="min-w-0">
              <OneLine>{me.name}</OneLine>
            </span>
            {me.role === "operator" ? <Badge tone="accent">{text("operator")}</Badge> : null}
          </p>
          <p className="truncate text-muted text-sm">
            {text("member_since", { day: day(me.created_at, locale) })}
          </p>
        </div>
      </div>
      <Section title={text("about_you")}>
        <NameForm initial={me.name} />
        <Rows>
          <Row
            title={text("email")}
            description={
              <span dir="ltr" className="block truncate text-start">
                {me.email}
              </span>
            }
          />
          {setup.password_sign_in === false || me.has_password === false ? null : (
            <Row title={text("password")} description={text("password_row_hint")}>
              <Button onClick={() => setChangingPassword(true)}>{text("change_password")}</Button>
            </Row>
          )}
          <ConnectProviders setup={setup} />
          <Row title={text("devices")} description={text("devices_row_hint")}>
            <AppLink to="/settings/devices" className={buttonStyle()}>
              {text("see_devices")}
            </AppLink>
          </Row>
        </Rows>
      </Section>
      <Section title={text("danger_zone")}>
        <Rows>
          <Row title={text("sign_out")} description={text("sign_out_hint")}>
            <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
              {text("sign_out")}
            </Button>
          </Row>
          <Row title={text("delete_account")} description={text("delete_account_hint")}>
            <AppLink to="/account-deletion" className={buttonStyle("danger")}>
              {text("delete_account")}
            </AppLink>
          </Row>
        </Rows>
      </Section>
      <p className="text-faint text-xs">{text("version", { version: setup.version })}</p>
      <ChangePassword open={changingPassword} onOpenChange={setChangingPassword} />
    </>
  );
}

function NameForm({ initial }: { initial: string }) {
  const text = useText("accounts");
  const problemText = useProblemText();
  const changeName = useMutation(changeNameMutation(useQueryClient()));
  const [name, setName] = useState(initial);
  const changed = name.trim() !== initial && name.trim() !== "";
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed) {
          changeName.mutate(name.trim(), {
            onSuccess: () => showToast({ title: text("name_changed"), kind: "success" }),
          });
        }
      }}
    >
      <TextField
        label={text("name")}
        autoComplete="name"
        value={name}
        onChange={setName}
        error={problemText(changeName.error)}
      />
      {changed ? (
        <Button type="submit" kind="primary" busy={changeName.isPending}>
          {text("save")}
        </Button>
      ) : null}
    </form>
  );
}

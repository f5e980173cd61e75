import { useSession } from "@ensemble/blocks/session-queries";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { PasswordField } from "@ensemble/ui/fields/PasswordField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { AuthFrame } from "./AuthFrame";
import { deleteAccountMutation } from "./account-queries";
import { useFormErrors } from "./use-account-form";

/** Page to delete the account permanently, confirmed by the password. */
export function DeletionPage({ onDeleted }: { onDeleted: () => Promise<void> }) {
  const text = useText("accounts");
  const { me } = useSession();
  // The account is deleted before the page is left, so it shows the initial values.
  const [email] = useState(me?.email ?? "");
  // Without a password, the server asks for a recent sign-in.
  const [hasPassword] = useState(me?.has_password !== false);
  const [password, setPassword] = useState("");
  const remove = useMutation(deleteAccountMutation());
  const errors = useFormErrors(remove.error);

  const submit = () => {
    if (hasPassword && !errors.check({ password })) return;
    remove.mutate(
      { password },
      {
        onSuccess: async () => {
          await onDeleted();
          showToast({ title: text("account_deleted") });
        },
      },
    );
  };

  return (
    <AuthFrame title={text("delete_account")} description={text("deletion_description", { email })}>
      <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm">
        <li>{text("deletion_conversations")}</li>
        <li>{text("deletion_keys")}</li>
        <li>{text("deletion_devices")}</li>
      </ul>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {hasPassword ? (
          <PasswordField
            label={text("password")}
            showLabel={text("show_password")}
            hideLabel={text("hide_password")}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={errors.of("password")}
          />
        ) : null}
        {errors.ofForm ? <Notice tone="danger">{errors.ofForm}</Notice> : null}
        <div className="flex gap-2">
          <AppLink to="/profile" className={`${buttonStyle("secondary", "lg")} flex-1`}>
            {text("keep_account")}
          </AppLink>
          <Button type="submit" kind="danger" size="lg" busy={remove.isPending} className="flex-1">
            {text("delete_account")}
          </Button>
        </div>
      </form>
    </AuthFrame>
  );
}

import { ProblemError } from "@ensemble/contract/problem-error";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { PasswordField } from "@ensemble/ui/fields/PasswordField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { changePasswordMutation } from "../account-queries";
import { useFormErrors } from "../use-account-form";

/** Form to change the password; the server signs out the other devices. */
export function ChangePassword({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const text = useText("accounts");
  const formId = useId();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useMutation(changePasswordMutation());
  const errors = useFormErrors(change.error);
  // Both fields are passwords; only one error is about the current one.
  const aboutCurrent =
    change.error instanceof ProblemError && change.error.code === "accounts.incorrect_password";

  const close = () => {
    setCurrent("");
    setNext("");
    change.reset();
    onOpenChange(false);
  };
  const submit = () => {
    if (!current || !next) return;
    change.mutate(
      { current_password: current, new_password: next },
      {
        onSuccess: () => {
          close();
          showToast({ title: text("password_changed"), kind: "success" });
        },
      },
    );
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(wanted) => !wanted && close()}
      title={text("change_password")}
      description={text("change_password_hint")}
      closeLabel={text("cancel")}
      footer={
        <>
          <Button onClick={close}>{text("cancel")}</Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            busy={change.isPending}
            disabled={!current || !next}
          >
            {text("change_password")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <PasswordField
          label={text("current_password")}
          showLabel={text("show_password")}
          hideLabel={text("hide_password")}
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          error={aboutCurrent ? errors.of("password") : null}
        />
        <PasswordField
          label={text("new_password")}
          showLabel={text("show_password")}
          hideLabel={text("hide_password")}
          autoComplete="new-password"
          hint={text("password_hint")}
          value={next}
          onChange={setNext}
          error={aboutCurrent ? null : errors.of("password")}
        />
        {errors.ofForm ? <Notice tone="danger">{errors.ofForm}</Notice> : null}
      </form>
    </Dialog>
  );
}

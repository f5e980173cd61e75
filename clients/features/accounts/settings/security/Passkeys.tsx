import type { Passkey, SignInMethods } from "@ensemble/contract/wire";
import { day, factsLine, relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound } from "lucide-react";
import { useState } from "react";
import { hasPasskeys } from "../../passkeys/ceremonies";
import { removePasskeyMutation } from "../../security-queries";
import { AddPasskeyDialog, RenamePasskeyDialog } from "./PasskeyDialogs";

/** Lists the person's passkeys, and adds others. */
export function Passkeys({ methods }: { methods: SignInMethods }) {
  const text = useText("accounts");
  const [adding, setAdding] = useState(false);
  const { passkeys, passkeys_available } = methods;
  const canAdd = passkeys_available && hasPasskeys();
  return (
    <Section
      title={text("passkeys")}
      description={text(
        !passkeys_available
          ? "passkeys_need_domain"
          : hasPasskeys()
            ? "passkeys_description"
            : "passkeys_need_browser",
      )}
      action={canAdd ? <Button onClick={() => setAdding(true)}>{text("add_passkey")}</Button> : null}
    >
      {passkeys.length > 0 ? (
        <Rows>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </Rows>
      ) : null}
      {adding ? (
        <AddPasskeyDialog hasPassword={methods.has_password} onClose={() => setAdding(false)} />
      ) : null}
    </Section>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const text = useText("accounts");
  const { locale } = useLocale();
  const [asked, setAsked] = useState<"rename" | "remove" | null>(null);
  const remove = useMutation(removePasskeyMutation(useQueryClient(), passkey.id));
  const { name, created_at, last_used_at } = passkey;
  const used = last_used_at
    ? text("passkey_used", { time: relativeTime(last_used_at, Date.now(), locale) })
    : text("passkey_never_used");
  return (
    <Row
      leading={<KeyRound className="size-5 text-muted" aria-hidden="true" />}
      title={<bdi className="break-words font-medium">{name}</bdi>}
      description={factsLine([text("passkey_added", { day: day(created_at, locale) }), used])}
    >
      <Menu trigger={<IconButton size="sm" label={text("more_for", { name })} icon={<Ellipsis />} />}>
        <MenuItem onSelect={() => setAsked("rename")}>{text("rename")}</MenuItem>
        <MenuItem danger onSelect={() => setAsked("remove")}>
          {text("remove")}
        </MenuItem>
      </Menu>
      {asked === "rename" ? <RenamePasskeyDialog passkey={passkey} onClose={() => setAsked(null)} /> : null}
      <ConfirmDialog
        open={asked === "remove"}
        onOpenChange={(open) => !open && setAsked(null)}
        title={text("remove_passkey_title", { name })}
        description={text("remove_passkey_hint")}
        confirmLabel={text("remove")}
        cancelLabel={text("cancel")}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsked(null) })}
      />
    </Row>
  );
}

import { CopyButton } from "@ensemble/blocks/CopyButton";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useSession } from "@ensemble/blocks/session-queries";
import type { AdminUser, Device, PersonSecurity } from "@ensemble/contract/wire";
import { factsLine, leftToRight, relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { NewLinkDialog } from "./NewLinkDialog";
import {
  endDevicesMutation,
  resetFactorMutation,
  securityQuery,
  temporaryPasswordMutation,
} from "./people-queries";

interface PartProps {
  user: AdminUser;
  security: PersonSecurity;
}

/** Shows a person's password state, second factor and devices, with what an operator can do about them. */
export function PersonSecurityDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const text = useText("admin");
  const { setup } = useSession();
  const security = useQuery(securityQuery(user.id));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("security_of", { name: user.name })}
      closeLabel={text("close")}
      width="md"
    >
      {security.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {security.isError ? (
        <PanelProblem error={security.error} onRetry={() => void security.refetch()} />
      ) : null}
      {security.data ? (
        <div className="flex flex-col gap-6">
          <Rows>
            {setup.password_sign_in === false ? null : <PasswordRow user={user} security={security.data} />}
            <FactorRow user={user} security={security.data} />
          </Rows>
          <Devices user={user} security={security.data} />
        </div>
      ) : null}
    </Dialog>
  );
}

function PasswordRow({ user, security }: PartProps) {
  const text = useText("admin");
  const [asked, setAsked] = useState<"link" | "temporary" | null>(null);
  const temporary = useMutation(temporaryPasswordMutation(useQueryClient(), user.id));
  const state = !security.has_password ? "none" : security.password_temporary ? "temporary" : "set";
  return (
    <>
      <Row title={text("person_password")} description={text(`password_state.${state}`)} wide>
        <Button size="sm" onClick={() => setAsked("link")}>
          {text("make_link")}
        </Button>
        <Button size="sm" onClick={() => setAsked("temporary")}>
          {text("set_temporary")}
        </Button>
      </Row>
      {temporary.data ? <TemporaryPassword name={user.name} password={temporary.data.password} /> : null}
      {asked === "link" ? <NewLinkDialog user={user} onClose={() => setAsked(null)} /> : null}
      <ConfirmDialog
        open={asked === "temporary"}
        onOpenChange={(open) => !open && setAsked(null)}
        title={text("set_temporary")}
        description={text("set_temporary_hint", { name: user.name })}
        confirmLabel={text("set_temporary")}
        cancelLabel={text("cancel")}
        danger
        busy={temporary.isPending}
        onConfirm={() => temporary.mutate(undefined, { onSettled: () => setAsked(null) })}
      />
    </>
  );
}

/** Shows a password that was just made, once. */
function TemporaryPassword({ name, password }: { name: string; password: string }) {
  const text = useText("admin");
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <Notice>{text("temporary_once", { name })}</Notice>
      <div className="flex items-center gap-1">
        <TextField
          label={text("temporary_password")}
          hideLabel
          readOnly
          dir="ltr"
          value={password}
          onChange={() => undefined}
        />
        <CopyButton label={text("copy_password")} content={password} />
      </div>
    </div>
  );
}

function FactorRow({ user, security }: PartProps) {
  const text = useText("admin");
  const [asked, setAsked] = useState(false);
  const reset = useMutation(resetFactorMutation(useQueryClient(), user.id));
  const { has_totp, passkeys } = security;
  const facts = factsLine([
    has_totp ? text("factor.app") : null,
    passkeys > 0 ? text("factor.passkeys", { count: passkeys }) : null,
  ]);
  const confirm = () =>
    reset.mutate(undefined, {
      onSuccess: () => showToast({ title: text("factor_reset", { name: user.name }), kind: "success" }),
      onSettled: () => setAsked(false),
    });
  return (
    <>
      <Row title={text("person_second_factor")} description={facts || text("factor.none")}>
        {has_totp || passkeys > 0 ? (
          <Button size="sm" onClick={() => setAsked(true)}>
            {text("reset")}
          </Button>
        ) : null}
      </Row>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={text("reset_factor_title", { name: user.name })}
        description={text("reset_factor_hint")}
        confirmLabel={text("reset")}
        cancelLabel={text("cancel")}
        danger
        busy={reset.isPending}
        onConfirm={confirm}
      />
    </>
  );
}

function Devices({ user, security }: PartProps) {
  const text = useText("admin");
  const end = useMutation(endDevicesMutation(useQueryClient(), user.id));
  const { devices } = security;
  return (
    <Section
      title={text("person_devices")}
      description={devices.length === 0 ? text("no_devices") : null}
      action={
        devices.length > 0 ? (
          <Button size="sm" busy={end.isPending && end.variables === null} onClick={() => end.mutate(null)}>
            {text("sign_out_everywhere")}
          </Button>
        ) : null
      }
    >
      {devices.length > 0 ? (
        <Rows>
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              busy={end.isPending && end.variables === device.id}
              onEnd={() => end.mutate(device.id)}
            />
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}

function DeviceRow({ device, busy, onEnd }: { device: Device; busy: boolean; onEnd: () => void }) {
  const text = useText("admin");
  const { locale } = useLocale();
  const seen = text("last_seen", { time: relativeTime(device.last_seen_at, Date.now(), locale) });
  return (
    <Row
      title={<bdi className="break-words">{device.device_name || text("unknown_device")}</bdi>}
      description={factsLine([leftToRight(device.ip), seen])}
    >
      <Button size="sm" busy={busy} onClick={onEnd}>
        {text("sign_out")}
      </Button>
    </Row>
  );
}

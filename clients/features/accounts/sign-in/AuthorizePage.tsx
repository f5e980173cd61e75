import { Consent } from "@ensemble/blocks/consent/Consent";
import { useMe } from "@ensemble/blocks/session-queries";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation } from "@tanstack/react-query";
import { Monitor, Puzzle } from "lucide-react";
import { AuthFrame } from "../AuthFrame";
import { allowDeviceMutation } from "../account-queries";
import { type DeviceQuery, deviceWish, refusedAddress } from "./device-wish";

/**
 * Asks for approval of one of our programs to sign in as the current person. `onDecided` redirects to the
 * waiting program: a page of this site, or a port of this computer.
 */
export function AuthorizePage({
  query,
  onDecided,
}: {
  query: DeviceQuery;
  onDecided: (address: string) => void;
}) {
  const text = useText("accounts");
  const { email } = useMe();
  const allow = useMutation(allowDeviceMutation());
  const wish = deviceWish(query);

  if (!wish)
    return (
      <AuthFrame title={text("authorize_title")}>
        <Notice tone="danger">{text("authorize_broken")}</Notice>
      </AuthFrame>
    );
  const isDesktop = wish.client_type === "desktop";
  const Icon = isDesktop ? Monitor : Puzzle;
  return (
    <AuthFrame
      title={text(isDesktop ? "authorize_desktop_title" : "authorize_title")}
      description={text(isDesktop ? "authorize_desktop_description" : "authorize_description", { email })}
    >
      <div className="flex flex-col gap-2 text-sm">
        <p className="text-muted">{text("authorize_device")}</p>
        <p className="flex items-center gap-3 rounded-md bg-sunken px-3 py-2.5 font-medium">
          <Icon className="size-5 flex-none text-muted" aria-hidden="true" />
          <bdi className="min-w-0 break-words">{wish.device_name}</bdi>
        </p>
      </div>
      <Consent
        may={text(isDesktop ? "authorize_desktop_may" : "authorize_may")}
        mayNot={isDesktop ? null : text("authorize_may_not")}
        warning={text("authorize_warning")}
        error={allow.error}
        denyLabel={text("authorize_deny")}
        allowLabel={text("authorize_allow")}
        busy={allow.isPending || allow.isSuccess}
        onDeny={() => onDecided(refusedAddress(wish))}
        onAllow={() => allow.mutate(wish, { onSuccess: ({ redirect_to }) => onDecided(redirect_to) })}
      />
    </AuthFrame>
  );
}

/** Page at which a waiting program receives its result; for the person, the end of the sign-in. */
export function DeviceLandingPage({ allowed, isDesktop }: { allowed: boolean; isDesktop: boolean }) {
  const text = useText("accounts");
  const title = isDesktop
    ? text(allowed ? "desktop_landing_title" : "desktop_landing_denied")
    : text(allowed ? "device_landing_title" : "device_landing_denied");
  const description = !allowed
    ? text("device_landing_denied_description")
    : text(isDesktop ? "desktop_landing_description" : "device_landing_description");
  return (
    <AuthFrame title={title} description={description}>
      {null}
    </AuthFrame>
  );
}

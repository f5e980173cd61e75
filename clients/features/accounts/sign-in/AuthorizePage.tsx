import { useMe } from "@ensemble/blocks/session-queries";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation } from "@tanstack/react-query";
import { Check, Monitor, Puzzle, X } from "lucide-react";
import type { ReactNode } from "react";
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
  const explain = useProblemText();
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
      <ul className="flex flex-col gap-2 text-sm">
        <Line icon={<Check className="text-success" />}>
          {text(isDesktop ? "authorize_desktop_may" : "authorize_may")}
        </Line>
        {isDesktop ? null : <Line icon={<X className="text-danger" />}>{text("authorize_may_not")}</Line>}
      </ul>
      <p className="text-muted text-sm">{text("authorize_warning")}</p>
      {allow.isError ? <Notice tone="danger">{explain(allow.error)}</Notice> : null}
      <div className="flex gap-2">
        <Button size="lg" className="flex-1" onClick={() => onDecided(refusedAddress(wish))}>
          {text("authorize_deny")}
        </Button>
        <Button
          kind="primary"
          size="lg"
          className="flex-1"
          busy={allow.isPending || allow.isSuccess}
          onClick={() => allow.mutate(wish, { onSuccess: ({ redirect_to }) => onDecided(redirect_to) })}
        >
          {text("authorize_allow")}
        </Button>
      </div>
    </AuthFrame>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <span aria-hidden="true" className="flex-none pt-0.5 [&_svg]:size-4">
        {icon}
      </span>
      {children}
    </li>
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

import { useMe } from "@ensemble/blocks/session-queries";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/Notice";
import { useMutation } from "@tanstack/react-query";
import { Check, Puzzle, X } from "lucide-react";
import type { ReactNode } from "react";
import { AuthFrame } from "./AuthFrame";
import { allowDeviceMutation } from "./account-queries";
import { type DeviceQuery, deviceWish, refusedAddress } from "./device-wish";

/**
 * Asks whether a program of ours may sign in as the person who is here. `onDecided` leaves for a page of this site, where
 * the program waits for what it was given.
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
  return (
    <AuthFrame title={text("authorize_title")} description={text("authorize_description", { email })}>
      <div className="flex flex-col gap-2 text-sm">
        <p className="text-muted">{text("authorize_device")}</p>
        <p className="flex items-center gap-3 rounded-md bg-sunken px-3 py-2.5 font-medium">
          <Puzzle className="size-5 flex-none text-muted" aria-hidden="true" />
          <bdi className="min-w-0 break-words">{wish.device_name}</bdi>
        </p>
      </div>
      <ul className="flex flex-col gap-2 text-sm">
        <Line icon={<Check className="text-success" />}>{text("authorize_may")}</Line>
        <Line icon={<X className="text-danger" />}>{text("authorize_may_not")}</Line>
      </ul>
      <p className="text-muted text-sm">{text("authorize_warning")}</p>
      {allow.isError ? <Notice tone="danger">{explain(allow.error)}</Notice> : null}
      <div className="flex gap-2">
        <Button size="lg" className="flex-1" onClick={() => onDecided(refusedAddress(wish.state))}>
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

/** Where a program that asked finds its answer; for the person, the end of it. */
export function DeviceLandingPage({ allowed }: { allowed: boolean }) {
  const text = useText("accounts");
  return (
    <AuthFrame
      title={text(allowed ? "device_landing_title" : "device_landing_denied")}
      description={text(allowed ? "device_landing_description" : "device_landing_denied_description")}
    >
      {null}
    </AuthFrame>
  );
}

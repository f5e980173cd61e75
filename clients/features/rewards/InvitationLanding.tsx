import { LandingFrame } from "@ensemble/blocks/landing/LandingFrame";
import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { AppLink } from "@ensemble/host/navigation";
import { fullNumber } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Avatar } from "@ensemble/ui/Avatar";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, Gift } from "lucide-react";
import { keepCode } from "./claim";
import { claimMutation, inviterQuery } from "./reward-queries";

/** Landing page of an invitation (spec §2: /{code}, /invitation-landing). */
export function InvitationLanding({ code }: { code: string }) {
  const text = useText("rewards");
  const inviter = useQuery(inviterQuery(code));
  return (
    <LandingFrame title={text("invitation")} text={text} query={inviter}>
      {({ name, worth }) => <Invited code={code} name={name} advanced={worth.advanced_queries} />}
    </LandingFrame>
  );
}

function Invited({ code, name, advanced }: { code: string; name: string; advanced: number }) {
  const text = useText("rewards");
  const { locale } = useLocale();
  const { me } = useSession();
  const { storage } = useHost();
  const problemText = useProblemText();
  const claim = useMutation(claimMutation(code));
  const welcome = { count: advanced, amount: fullNumber(advanced, locale) };
  const wide = `${buttonStyle("primary", "lg")} w-full`;
  const toChat = (
    <AppLink to={PLACES.newChat} className={wide}>
      {text("to_chat")}
    </AppLink>
  );
  const accept = (
    <Button kind="primary" size="lg" wide busy={claim.isPending} onClick={() => claim.mutate()}>
      {text("accept")}
    </Button>
  );
  const signUp = (
    <>
      <AppLink to="/sign-up" className={wide} onClick={() => keepCode(storage, code)}>
        {text("sign_up")}
      </AppLink>
      <AppLink
        to={`/login?redirectTo=${encodeURIComponent(`/${code}`)}`}
        className={`${buttonStyle("ghost", "lg")} w-full`}
      >
        {text("have_account")}
      </AppLink>
    </>
  );
  const known = claim.isSuccess || claim.isError ? toChat : accept;
  return (
    <>
      <Avatar id={code} name={name} size="lg" />
      <div>
        <h1 className="text-balance font-semibold text-2xl tracking-tight rtl:tracking-normal">
          {text("invites_you", { name })}
        </h1>
        <p className="mt-2 text-pretty text-muted">{text("about")}</p>
      </div>
      <p
        className="flex items-center gap-3 rounded-lg bg-accent-soft px-4 py-3 text-accent-ink"
        role={claim.isSuccess ? "status" : undefined}
      >
        {claim.isSuccess ? (
          <CircleCheck className="size-5 flex-none" aria-hidden="true" />
        ) : (
          <Gift className="size-5 flex-none" aria-hidden="true" />
        )}
        <span className="text-balance">
          {text(claim.isSuccess ? "accepted" : me ? "worth_inside" : "invites_you_hint", welcome)}
        </span>
      </p>
      {claim.error ? <Notice tone="danger">{problemText(claim.error)}</Notice> : null}
      <div className="mt-2 flex flex-col gap-2">{me ? known : signUp}</div>
    </>
  );
}

import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { AppLink } from "@ensemble/host/navigation";
import { fullNumber } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/EmptyState";
import { Notice } from "@ensemble/ui/Notice";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Gift, Link2Off } from "lucide-react";
import { keepCode } from "./claim";
import { claimMutation, inviterQuery } from "./reward-queries";

/** What an invitation leads to (spec §2: /{code}, /invitation-landing). */
export function InvitationLanding({ code }: { code: string }) {
  const text = useText("rewards");
  const inviter = useQuery(inviterQuery(code));
  const status = (inviter.error as { status?: number } | null)?.status;
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center gap-4 px-4 py-10">
      <title>{text("invitation")}</title>
      {inviter.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {status === 404 ? (
        <EmptyState
          icon={<Link2Off />}
          title={text("unknown")}
          description={text("unknown_hint")}
          action={
            <AppLink to="/" className={buttonStyle("secondary", "md")}>
              {text("to_start")}
            </AppLink>
          }
        />
      ) : null}
      {inviter.isError && status !== 404 ? (
        <PanelProblem error={inviter.error} onRetry={() => void inviter.refetch()} />
      ) : null}
      {inviter.data ? (
        <Invited code={code} name={inviter.data.name} advanced={inviter.data.worth.advanced_queries} />
      ) : null}
    </main>
  );
}

function Invited({ code, name, advanced }: { code: string; name: string; advanced: number }) {
  const text = useText("rewards");
  const { locale } = useLocale();
  const { me } = useSession();
  const { storage } = useHost();
  const problemText = useProblemText();
  const claim = useMutation(claimMutation(code));
  const toChat = (
    <AppLink to={PLACES.newChat} className={buttonStyle("primary", "md")}>
      {text("to_chat")}
    </AppLink>
  );
  const accept = (
    <Button kind="primary" busy={claim.isPending} onClick={() => claim.mutate()}>
      {text("accept")}
    </Button>
  );
  const signUp = (
    <AppLink to="/sign-up" className={buttonStyle("primary", "md")} onClick={() => keepCode(storage, code)}>
      {text("sign_up")}
    </AppLink>
  );
  const known = claim.isSuccess || claim.isError ? toChat : accept;
  return (
    <>
      <EmptyState
        icon={<Gift />}
        title={text("invites_you", { name })}
        description={
          claim.isSuccess
            ? text("accepted", { count: advanced, amount: fullNumber(advanced, locale) })
            : text("invites_you_hint", { count: advanced, amount: fullNumber(advanced, locale) })
        }
        action={me ? known : signUp}
      />
      {claim.error ? <Notice tone="danger">{problemText(claim.error)}</Notice> : null}
    </>
  );
}

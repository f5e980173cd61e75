import { AffiliateLanding } from "@ensemble/feature-affiliates/AffiliateLanding";
import { InvitationLanding } from "@ensemble/feature-rewards/InvitationLanding";
import { useParams, useSearch } from "@tanstack/react-router";

/** `/{code}`, or `/invitation-landing?code=…`: what somebody invited by. */
export function InvitationScreen() {
  const { inviteCode } = useParams({ strict: false }) as { inviteCode?: string };
  const { code } = useSearch({ strict: false }) as { code?: string };
  return <InvitationLanding code={inviteCode ?? code ?? "none"} />;
}

/** `/invitation-affiliate-landing?code=…`: an affiliate's link. */
export function AffiliateScreen() {
  const { code } = useSearch({ strict: false }) as { code?: string };
  return <AffiliateLanding code={code ?? "none"} />;
}

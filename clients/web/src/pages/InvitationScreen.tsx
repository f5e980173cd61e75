import { AffiliateLanding } from "@ensemble/feature-affiliates/AffiliateLanding";
import { InvitationLanding } from "@ensemble/feature-rewards/InvitationLanding";
import { useParams, useSearch } from "@tanstack/react-router";

/** Page of `/{code}` or `/invitation-landing?code=…`. */
export function InvitationScreen() {
  const { inviteCode } = useParams({ strict: false }) as { inviteCode?: string };
  const { code } = useSearch({ strict: false }) as { code?: string };
  return <InvitationLanding code={inviteCode ?? code ?? "none"} />;
}

/** Page of `/invitation-affiliate-landing?code=…`. */
export function AffiliateScreen() {
  const { code } = useSearch({ strict: false }) as { code?: string };
  return <AffiliateLanding code={code ?? "none"} />;
}

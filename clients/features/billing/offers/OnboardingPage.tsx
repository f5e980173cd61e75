import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { useQuery } from "@tanstack/react-query";
import { PartyPopper } from "lucide-react";
import { offerQuery, subscriptionQuery } from "../billing-queries";
import { OfferFrame } from "./OfferFrame";
import { Plans } from "./PricingPage";

/** Page after sign-up (spec §2: /onboarding-pay): start for free or choose a plan. */
export function OnboardingPage() {
  const text = useText("billing");
  const { me } = useSession();
  const charging = useQuery(offerQuery).data?.charging ?? false;
  // In a team, its admin chooses.
  const choosable = charging && !me?.team;
  const subscription = useQuery({ ...subscriptionQuery, enabled: choosable });
  const heading = (
    <div className="flex flex-col items-center gap-3 text-center">
      <h1 className="text-balance font-semibold text-2xl">{text("onboarding_title")}</h1>
      {choosable ? <p className="max-w-xl text-balance text-muted">{text("onboarding_hint")}</p> : null}
      <AppLink to={PLACES.newChat} className={buttonStyle(choosable ? "secondary" : "primary", "lg")}>
        {text(choosable ? "onboarding_free" : "start_chatting")}
      </AppLink>
    </div>
  );
  return (
    <OfferFrame title={text("onboarding_title")} heading={heading}>
      {(offer) => {
        if (choosable) return <Plans offer={offer} is={subscription.data} signedIn />;
        if (charging) return null;
        return (
          <EmptyState
            icon={<PartyPopper />}
            title={text("nothing_charged")}
            description={text("nothing_charged_hint")}
          />
        );
      }}
    </OfferFrame>
  );
}

import { LowBalance } from "@ensemble/blocks/credits/LowBalance";
import { money } from "@ensemble/blocks/credits/money";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { usageQuery } from "@ensemble/blocks/shared-queries";
import { AppLink } from "@ensemble/host/navigation";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { PartyPopper } from "lucide-react";
import { offerQuery } from "../billing-queries";
import { MeterCard } from "./MeterCard";

/** Shows the credit balance and packs for sale (spec §2: /credits). */
export function CreditsPanel() {
  const text = useText("billing");
  const { locale } = useLocale();
  const offer = useQuery(offerQuery);
  const usage = useQuery(usageQuery);
  const credits = usage.data?.meters.find(({ meter }) => meter === "advanced_credit");
  if (offer.data && !offer.data.charging) {
    return (
      <EmptyState
        icon={<PartyPopper />}
        title={text("nothing_charged")}
        description={text("nothing_charged_hint")}
      />
    );
  }
  return (
    <>
      {credits ? <LowBalance meters={[credits]} /> : null}
      {credits ? <MeterCard usage={credits} /> : null}
      {usage.data && !credits ? (
        <Notice
          action={
            <AppLink to={PLACES.pricing} className={buttonStyle("primary", "sm")}>
              {text("see_plans")}
            </AppLink>
          }
        >
          {text("credits_locked")}
        </Notice>
      ) : null}
      <Section title={text("packs")} description={text("packs_hint", { count: offer.data?.pack_days ?? 0 })}>
        {offer.isPending ? <SkeletonLines label={text("loading")} /> : null}
        {offer.isError ? <PanelProblem error={offer.error} onRetry={() => void offer.refetch()} /> : null}
        {offer.data && offer.data.packs.length > 0 ? (
          <Rows>
            {offer.data.packs.map((pack) => {
              const number = fullNumber(pack.credits, locale);
              const name = text("credits_of_pack", { count: pack.credits, number });
              return (
                <Row key={pack.name} title={name}>
                  <span className="text-sm tabular-nums">
                    {money(pack.price, offer.data.currency, locale)}
                  </span>
                  {credits ? (
                    <AppLink
                      to={`/checkout?pack=${encodeURIComponent(pack.name)}`}
                      className={buttonStyle("secondary", "sm")}
                      aria-label={text("buy_pack", { pack: name })}
                    >
                      {text("buy")}
                    </AppLink>
                  ) : null}
                </Row>
              );
            })}
          </Rows>
        ) : null}
        {offer.data?.packs.length === 0 ? <p className="text-muted text-sm">{text("no_packs")}</p> : null}
      </Section>
    </>
  );
}

import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useSession } from "@ensemble/blocks/session-queries";
import type { PublicOffer } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { offerQuery } from "../billing-queries";

/** Layout of a page about the offer, with a back button; shows its content once loaded. */
export function OfferFrame({
  title,
  heading,
  children,
}: {
  title: string;
  heading?: ReactNode;
  children: (offer: PublicOffer) => ReactNode;
}) {
  const text = useText("billing");
  const { me } = useSession();
  const offer = useQuery(offerQuery);
  return (
    <main className="clear-of-edges mx-auto flex w-full max-w-6xl flex-col gap-8 px-4 py-6 sm:px-8 sm:py-10">
      <title>{title}</title>
      <AppLink
        to="/"
        className="-ms-2 flex h-9 w-fit items-center gap-1.5 rounded-md px-2 text-muted text-sm hover:bg-hover hover:text-ink touch:h-11"
      >
        <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
        {me ? text("back_to_chat") : text("back_home")}
      </AppLink>
      {heading}
      {offer.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {offer.isError ? <PanelProblem error={offer.error} onRetry={() => void offer.refetch()} /> : null}
      {offer.data ? children(offer.data) : null}
    </main>
  );
}

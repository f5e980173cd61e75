import { money } from "@ensemble/blocks/credits/money";
import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import type { GivesChange, Offer, OfferPreview } from "@ensemble/contract/wire";
import { factsLine, fullNumber } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Row, Rows } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeOfferMutation } from "../billing-queries";
import { AMOUNTS, UNLOCKS } from "./offer-fields";
import { usePromotionName } from "./promotion-name";

/** Shows the effects of a change before it is made. */
export function OfferPreviewDialog({
  preview,
  offer,
  nameOf,
  onClose,
}: {
  preview: OfferPreview;
  offer: Offer;
  nameOf: (plan: string) => string;
  onClose: () => void;
}) {
  const text = useText("billing");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const promotionName = usePromotionName();
  const said = () => showToast({ title: text("offer_changed") });
  const change = useMutation(withSuccessToast(changeOfferMutation(useQueryClient()), said));
  const amount = (value: number | null, currency: string) =>
    value === null ? text("not_sold") : money(value, currency, locale);
  const nothing =
    preview.prices.length + preview.packs.length + preview.promotions.length + preview.gives.length === 0 &&
    !preview.trial_changed &&
    !preview.education_changed;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("preview_title")}
      description={text("preview_hint")}
      closeLabel={text("close")}
      width="md"
      footer={
        <>
          <Button onClick={onClose}>{text("back")}</Button>
          <Button
            kind="primary"
            disabled={nothing}
            busy={change.isPending}
            onClick={() => change.mutate(offer, { onSuccess: onClose })}
          >
            {text("change_offer")}
          </Button>
        </>
      }
    >
      {nothing ? (
        <p className="text-sm">{text("nothing_changes")}</p>
      ) : (
        <Rows>
          {preview.prices.map(({ plan, cycle, from, to, subscriptions }) => (
            <Row
              key={`${plan}.${cycle}`}
              title={factsLine([nameOf(plan), text(`cycle.${cycle}`)])}
              description={text("keep_their_price", { count: subscriptions })}
            >
              <FromTo from={amount(from, preview.currency_from)} to={amount(to, preview.currency_to)} />
            </Row>
          ))}
          {preview.gives.map((gives) => (
            <GivesRow key={`${gives.plan}.${gives.field}`} change={gives} plan={nameOf(gives.plan)} />
          ))}
          {preview.packs.map((name) => (
            <Row key={name} title={text("pack_changes", { name })}>
              {offer.packs[name] ? null : <span className="text-sm">{text("is_removed")}</span>}
            </Row>
          ))}
          {preview.promotions.map((id) => (
            <Row key={id} title={text("promotion_changes", { name: promotionName(id) })}>
              <span className="text-sm">
                {offer.promotions?.[id] === undefined
                  ? text("is_removed")
                  : offer.promotions[id].on
                    ? text("promotion_becomes", { percent: offer.promotions[id].percent_off })
                    : text("promotion_off")}
              </span>
            </Row>
          ))}
          {preview.education_changed ? (
            <Row title={text("education")}>
              <span className="text-sm">
                {offer.education?.on
                  ? text("promotion_becomes", { percent: offer.education.percent_off })
                  : text("promotion_off")}
              </span>
            </Row>
          ) : null}
          {preview.trial_changed ? (
            <Row title={text("trial")}>
              <span className="text-sm">
                {text("trial_becomes", { count: offer.trial.days })}
                {offer.trial.days > 0 ? (
                  <>
                    {" "}
                    · <bdi>{nameOf(offer.trial.plan)}</bdi>
                  </>
                ) : null}
              </span>
            </Row>
          ) : null}
        </Rows>
      )}
      {change.error ? <Notice tone="danger">{problemText(change.error)}</Notice> : null}
    </Dialog>
  );
}

/** Shows a change of a plan's contents, and who keeps the previous ones. */
function GivesRow({ change, plan }: { change: GivesChange; plan: string }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const { field, from, to, subscriptions } = change;
  const amount = AMOUNTS.find((name) => name === field);
  const unlock = UNLOCKS.find((name) => name === field);
  const shown = (value: string | null) => {
    if (unlock) return text(value === "true" ? "unlocked" : "not_unlocked");
    if (amount) return value === null ? text("without_limit") : fullNumber(Number(value), locale);
    return value ?? "";
  };
  const label = amount ? text(`gives.${amount}`) : unlock ? text(`gives.${unlock}`) : text("gives.name");
  return (
    <Row
      title={factsLine([plan, label])}
      description={amount || unlock ? text("keep_what_they_bought", { count: subscriptions }) : undefined}
    >
      <FromTo from={shown(from)} to={shown(to)} />
    </Row>
  );
}

function FromTo({ from, to }: { from: string; to: string }) {
  return (
    <span className="text-sm tabular-nums">
      <s className="text-muted">{from}</s> <strong>{to}</strong>
    </span>
  );
}

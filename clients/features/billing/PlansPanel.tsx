import { money, readPrice, writePrice } from "@ensemble/blocks/money";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { saying } from "@ensemble/blocks/saying";
import type { BillingCycle, Offer, OfferPreview } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/Dialog";
import { Notice } from "@ensemble/ui/Notice";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { Switch } from "@ensemble/ui/Switch";
import { TextField } from "@ensemble/ui/TextField";
import { showToast } from "@ensemble/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeOfferMutation, offerQuery, ownOfferQuery, previewOfferMutation } from "./billing-queries";
import { planName } from "./OrderView";

/** What is sold, and for how much. For the operator. */
export function PlansPanel() {
  const text = useText("billing");
  const own = useQuery(ownOfferQuery);
  if (own.isError) return <PanelProblem error={own.error} onRetry={() => void own.refetch()} />;
  if (!own.data) return <SkeletonLines label={text("loading")} />;
  return <Editor key={JSON.stringify(own.data)} offer={own.data} />;
}

const CYCLES: readonly BillingCycle[] = ["monthly", "yearly"];

/** The fields as they are typed, by name. */
type Fields = Record<string, string>;

const fieldsOf = (offer: Offer): Fields => ({
  currency: offer.currency,
  trial_days: String(offer.trial.days),
  ...Object.fromEntries(
    Object.entries(offer.promotions ?? {}).flatMap(([id, promotion]) => [
      [`promotion.${id}.on`, promotion.on ? "on" : ""],
      [`promotion.${id}.percent`, String(promotion.percent_off)],
      [`promotion.${id}.hours`, String(promotion.hours ?? 0)],
      [`promotion.${id}.from`, promotion.from ?? ""],
      [`promotion.${id}.until`, promotion.until ?? ""],
    ]),
  ),
  extension_days: String(offer.trial.extension_days),
  "education.on": offer.education?.on ? "on" : "",
  "education.percent": String(offer.education?.percent_off ?? 0),
  "education.days": String(offer.education?.days ?? 0),
  "education.domains": (offer.education?.domains ?? []).join(" "),
  ...Object.fromEntries(
    Object.entries(offer.plans).flatMap(([id, prices]) =>
      CYCLES.map((cycle) => [`${id}.${cycle}`, writePrice(prices[cycle], offer.currency)]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(offer.packs).flatMap(([name, pack]) => [
      [`pack.${name}.credits`, String(pack.credits)],
      [`pack.${name}.price`, writePrice(pack.price, offer.currency)],
    ]),
  ),
});

const isCurrency = (text: string) => /^[A-Z]{3}$/.test(text);
const wholeNumber = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);

/** The offer that the fields say, and the names of those that say nothing. */
function read(before: Offer, fields: Fields): { offer: Offer; wrong: Set<string> } {
  const wrong = new Set<string>();
  const currency = (fields.currency ?? "").trim().toUpperCase();
  if (!isCurrency(currency)) wrong.add("currency");
  const unit = isCurrency(currency) ? currency : before.currency;
  const price = (name: string) => {
    const value = readPrice(fields[name] ?? "", unit);
    if (value === null) wrong.add(name);
    return value ?? 0;
  };
  const number = (name: string) => {
    const value = wholeNumber(fields[name] ?? "");
    if (value === null) wrong.add(name);
    return value ?? 0;
  };
  const priceOrNone = (name: string) => ((fields[name] ?? "").trim() === "" ? null : price(name));
  const plans = Object.keys(before.plans).map((id) => [
    id,
    { monthly: priceOrNone(`${id}.monthly`), yearly: priceOrNone(`${id}.yearly`) },
  ]);
  const packs = Object.keys(before.packs).map((name) => [
    name,
    { credits: number(`pack.${name}.credits`), price: price(`pack.${name}.price`) },
  ]);
  const day = (name: string) => {
    const value = (fields[name] ?? "").trim();
    if (!/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)) wrong.add(name);
    return value;
  };
  const promotions = Object.entries(before.promotions ?? {}).map(([id, promotion]) => [
    id,
    {
      ...promotion,
      on: fields[`promotion.${id}.on`] === "on",
      percent_off: number(`promotion.${id}.percent`),
      ...(promotion.hours
        ? { hours: number(`promotion.${id}.hours`) }
        : { from: day(`promotion.${id}.from`), until: day(`promotion.${id}.until`) }),
    },
  ]);
  const education = {
    on: fields["education.on"] === "on",
    percent_off: number("education.percent"),
    days: number("education.days"),
    domains: (fields["education.domains"] ?? "")
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((rule) => rule !== ""),
  };
  const trial = { ...before.trial, days: number("trial_days"), extension_days: number("extension_days") };
  return {
    offer: {
      currency: unit,
      trial,
      plans: Object.fromEntries(plans) as Offer["plans"],
      packs: Object.fromEntries(packs) as Offer["packs"],
      promotions: Object.fromEntries(promotions) as Offer["promotions"],
      education,
    },
    wrong,
  };
}

function Editor({ offer }: { offer: Offer }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const shown = useQuery(offerQuery);
  const [fields, setFields] = useState(() => fieldsOf(offer));
  const [tried, setTried] = useState(false);
  const preview = useMutation(previewOfferMutation());
  const now = read(offer, fields);
  const field = (name: string, label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      value={fields[name] ?? ""}
      onChange={(value) => setFields({ ...fields, [name]: value })}
      error={tried && now.wrong.has(name) ? text("not_a_number") : undefined}
      inputMode={name === "currency" || name === "education.domains" ? "text" : "decimal"}
      dir="ltr"
    />
  );
  const look = () => {
    setTried(true);
    if (now.wrong.size === 0) preview.mutate(now.offer);
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        look();
      }}
    >
      <Section title={text("prices")} description={text("prices_hint")}>
        <div className="max-w-40">{field("currency", text("currency"))}</div>
        {Object.keys(offer.plans).map((id) => {
          const plan = planName(shown.data, id);
          return (
            <fieldset key={id} className="grid grid-cols-2 gap-3">
              <legend className="mb-2 font-medium">
                <bdi>{plan}</bdi>
              </legend>
              {field(`${id}.monthly`, text("cycle.monthly"))}
              {field(`${id}.yearly`, text("cycle.yearly"))}
            </fieldset>
          );
        })}
      </Section>
      <Section title={text("packs")}>
        {Object.keys(offer.packs).map((name) => (
          <fieldset key={name} className="grid grid-cols-2 gap-3">
            <legend className="mb-2 font-medium">
              <bdi>{name}</bdi>
            </legend>
            {field(`pack.${name}.credits`, text("credits"))}
            {field(`pack.${name}.price`, text("price"))}
          </fieldset>
        ))}
      </Section>
      <Section title={text("trial")} description={text("trial_hint")}>
        <div className="grid grid-cols-2 gap-3">
          {field("trial_days", text("trial_days"))}
          {field("extension_days", text("extension_days"))}
        </div>
      </Section>
      <Section title={text("promotions")} description={text("promotions_hint")}>
        {Object.entries(offer.promotions ?? {}).map(([id, promotion]) => (
          <fieldset key={id} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            <legend className="mb-2 flex items-center gap-3 font-medium">
              <Switch
                label={text("promotion_on", { name: id })}
                checked={fields[`promotion.${id}.on`] === "on"}
                onChange={(on) => setFields({ ...fields, [`promotion.${id}.on`]: on ? "on" : "" })}
              />
              <bdi>{id}</bdi>
            </legend>
            {field(`promotion.${id}.percent`, text("percent_off"))}
            {promotion.hours ? field(`promotion.${id}.hours`, text("promotion_hours")) : null}
            {promotion.hours ? null : field(`promotion.${id}.from`, text("promotion_from"))}
            {promotion.hours ? null : field(`promotion.${id}.until`, text("promotion_until"))}
          </fieldset>
        ))}
      </Section>
      <Section title={text("education")} description={text("education_settings_hint")}>
        <fieldset className="grid grid-cols-2 gap-3">
          <legend className="mb-2 flex items-center gap-3 font-medium">
            <Switch
              label={text("education_on")}
              checked={fields["education.on"] === "on"}
              onChange={(on) => setFields({ ...fields, "education.on": on ? "on" : "" })}
            />
            <span>{text("education_on")}</span>
          </legend>
          {field("education.percent", text("percent_off"))}
          {field("education.days", text("education_days"))}
          <div className="col-span-2">
            {field("education.domains", text("education_domains"), text("education_domains_hint"))}
          </div>
        </fieldset>
      </Section>
      {preview.error ? <Notice tone="danger">{problemText(preview.error)}</Notice> : null}
      <div className="flex justify-end">
        <Button type="submit" kind="primary" busy={preview.isPending}>
          {text("preview_change")}
        </Button>
      </div>
      {preview.data ? (
        <PreviewDialog
          preview={preview.data}
          offer={now.offer}
          locale={locale}
          nameOf={(id) => planName(shown.data, id)}
          onClose={() => preview.reset()}
        />
      ) : null}
    </form>
  );
}

/** What the change would do, before it is done. */
function PreviewDialog({
  preview,
  offer,
  locale,
  nameOf,
  onClose,
}: {
  preview: OfferPreview;
  offer: Offer;
  locale: string;
  nameOf: (plan: string) => string;
  onClose: () => void;
}) {
  const text = useText("billing");
  const problemText = useProblemText();
  const said = () => showToast({ title: text("offer_changed") });
  const change = useMutation(saying(changeOfferMutation(useQueryClient()), said));
  const amount = (value: number | null, currency: string) =>
    value === null ? text("not_sold") : money(value, currency, locale);
  const nothing =
    preview.prices.length + preview.packs.length + preview.promotions.length === 0 &&
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
      {nothing ? <p className="text-sm">{text("nothing_changes")}</p> : null}
      <Rows>
        {preview.prices.map(({ plan, cycle, from, to, subscriptions }) => (
          <Row
            key={`${plan}.${cycle}`}
            title={`${nameOf(plan)}, ${text(`cycle.${cycle}`)}`}
            description={text("keep_their_price", { count: subscriptions })}
          >
            <span className="text-sm tabular-nums">
              <s className="text-muted">{amount(from, preview.currency_from)}</s>{" "}
              <strong>{amount(to, preview.currency_to)}</strong>
            </span>
          </Row>
        ))}
        {preview.packs.map((name) => (
          <Row key={name} title={text("pack_changes", { name })} />
        ))}
        {preview.promotions.map((id) => (
          <Row key={id} title={text("promotion_changes", { name: id })}>
            <span className="text-sm">
              {offer.promotions?.[id]?.on
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
            <span className="text-sm">{text("trial_becomes", { count: offer.trial.days })}</span>
          </Row>
        ) : null}
      </Rows>
      {change.error ? <Notice tone="danger">{problemText(change.error)}</Notice> : null}
    </Dialog>
  );
}

import { readPrice, writePrice } from "@ensemble/blocks/credits/money";
import type { BillingCycle, Offer, PlanGives, Promotion } from "@ensemble/contract/wire";

/** Fields of an offer as typed, by the server's names for them: `packs.small.price`. */
export type Fields = Record<string, string>;

/** State of the editor: the fields, and the ids of packs and promotions. */
export interface OfferDraft {
  fields: Fields;
  packs: readonly string[];
  promotions: readonly string[];
}

export const CYCLES: readonly BillingCycle[] = ["monthly", "yearly"];

/** Amounts of a plan in display order; most are unlimited if empty. */
export const AMOUNTS = [
  "standard_query",
  "advanced_query",
  "advanced_credit",
  "memory_items",
  "documents.files",
  "documents.pages",
  "documents.uploads",
  "documents.questions",
  "daily.readings",
  "daily.videos",
  "daily.searches",
] as const;

/** Features that a plan can unlock. */
export const UNLOCKS = ["advanced_models", "custom_context", "automatic_search"] as const;

/** Prefixes of promotion ids, which define for whom or when they apply (spec §3; decision 0866). */
export const PROMOTION_KINDS = ["fresh", "thanks", "homecoming", "newyear"] as const;
export type PromotionKind = (typeof PROMOTION_KINDS)[number];

/** Returns the kind of a promotion; newcomer for an unknown prefix. */
export const kindOf = (id: string): PromotionKind =>
  PROMOTION_KINDS.find((kind) => id.startsWith(kind)) ?? "fresh";

/** Returns true if promotions of a kind last some hours from an event; others run on dates of each year. */
export const isTimed = (kind: PromotionKind): kind is "fresh" | "thanks" =>
  kind === "fresh" || kind === "thanks";

/**
 * Returns the part of an id after its prefix, `2027` in `newyear-2027`, which distinguishes promotions of a
 * kind.
 */
export const markOf = (id: string): string => {
  const kind = kindOf(id);
  return id.startsWith(kind) ? id.slice(kind.length).replace(/^[-_ ]+/, "") : id;
};

/** Default dates of a new yearly promotion. */
const DAYS: Record<Exclude<PromotionKind, "fresh" | "thanks">, { from: string; until: string }> = {
  homecoming: { from: "08-15", until: "09-16" },
  newyear: { from: "12-26", until: "01-08" },
};

const flag = (on: boolean) => (on ? "on" : "");
const limit = (amount: number | null) => (amount === null ? "" : String(amount));

function fieldsOfGives(id: string, gives: PlanGives): [string, string][] {
  const { documents, daily, ...rest } = gives;
  const name = (field: string) => `gives.${id}.${field}`;
  return [
    [name("name"), rest.name],
    [name("memory_items"), String(rest.memory_items)],
    ...(["standard_query", "advanced_query", "advanced_credit"] as const).map((field): [string, string] => [
      name(field),
      limit(rest[field]),
    ]),
    ...UNLOCKS.map((field): [string, string] => [name(field), flag(rest[field])]),
    ...(["files", "pages", "uploads", "questions"] as const).map((field): [string, string] => [
      name(`documents.${field}`),
      limit(documents[field]),
    ]),
    ...(["readings", "videos", "searches"] as const).map((field): [string, string] => [
      name(`daily.${field}`),
      limit(daily?.[field] ?? null),
    ]),
  ];
}

function fieldsOfPromotion(id: string, promotion: Promotion): [string, string][] {
  const name = (field: string) => `promotions.${id}.${field}`;
  return [
    [name("on"), flag(promotion.on)],
    [name("percent_off"), String(promotion.percent_off)],
    [name("hours"), String(promotion.hours ?? 0)],
    [name("from"), promotion.from ?? ""],
    [name("until"), promotion.until ?? ""],
    [name("plans"), promotion.plans.join(" ")],
    [name("cycles"), promotion.cycles.join(" ")],
  ];
}

/** Returns the editor's draft of an offer. */
export function draftOf(offer: Offer): OfferDraft {
  const { currency, trial, education } = offer;
  const fields = Object.fromEntries([
    ["currency", currency],
    ["trial.plan", trial.plan],
    ["trial.days", String(trial.days)],
    ["trial.extension_days", String(trial.extension_days)],
    ["education.on", flag(education?.on ?? false)],
    ["education.percent", String(education?.percent_off ?? 0)],
    ["education.days", String(education?.days ?? 0)],
    ["education.domains", (education?.domains ?? []).join(" ")],
    ...Object.entries(offer.plans).flatMap(([id, prices]) =>
      CYCLES.map((cycle) => [`plans.${id}.${cycle}`, writePrice(prices[cycle], currency)]),
    ),
    ...Object.entries(offer.packs).flatMap(([name, pack]) => [
      [`packs.${name}.credits`, String(pack.credits)],
      [`packs.${name}.price`, writePrice(pack.price, currency)],
    ]),
    ...Object.entries(offer.promotions ?? {}).flatMap(([id, promotion]) => fieldsOfPromotion(id, promotion)),
    ...Object.entries(offer.gives ?? {}).flatMap(([id, gives]) => fieldsOfGives(id, gives)),
  ]) as Fields;
  return { fields, packs: Object.keys(offer.packs), promotions: Object.keys(offer.promotions ?? {}) };
}

/**
 * Rebases a draft from the offer `before` on the current one, which somebody else may have changed. Typed
 * values stay.
 */
export function rebased(draft: OfferDraft, before: Offer, now: Offer): OfferDraft {
  const was = draftOf(before);
  const is = draftOf(now);
  const typed = Object.entries(draft.fields).filter(([name, value]) => value !== was.fields[name]);
  // Items with typed values stay, even if somebody else removed them.
  const isTyped = (start: string) => typed.some(([name]) => name.startsWith(`${start}.`));
  const names = (all: "packs" | "promotions") => [
    ...is[all].filter((name) => draft[all].includes(name) || !was[all].includes(name)),
    ...draft[all].filter((name) => !is[all].includes(name) && isTyped(`${all}.${name}`)),
  ];
  const merged = {
    fields: { ...draft.fields, ...is.fields, ...Object.fromEntries(typed) },
    packs: names("packs"),
    promotions: names("promotions"),
  };
  // After the person's own save, the draft continues from the saved offer.
  return isEdited(merged, now) ? merged : is;
}

/** Returns true if a draft differs from the current offer. */
export function isEdited(draft: OfferDraft, now: Offer): boolean {
  const { offer, wrong } = read(now, draft);
  const said = draftOf(offer).fields;
  const sold = draftOf(now).fields;
  const names = new Set([...Object.keys(said), ...Object.keys(sold)]);
  return wrong.size > 0 || [...names].some((name) => said[name] !== sold[name]);
}

/** Adds an empty pack to the draft. */
export const withPack = (draft: OfferDraft, name: string): OfferDraft => ({
  ...draft,
  packs: [...draft.packs, name],
  fields: { ...draft.fields, [`packs.${name}.credits`]: "", [`packs.${name}.price`]: "" },
});

/** Adds a disabled promotion to the draft: for all plans and allowed periods, under a free id. */
export function withPromotion(draft: OfferDraft, kind: PromotionKind, plans: readonly string[]): OfferDraft {
  const ids = [kind, ...Array.from({ length: draft.promotions.length + 1 }, (_, n) => `${kind}-${n + 2}`)];
  const id = ids.find((free) => !draft.promotions.includes(free)) ?? kind;
  const timed = isTimed(kind) ? { hours: 24 } : DAYS[kind];
  // People who have just paid a month are offered a year.
  const cycles = kind === "thanks" ? (["yearly"] as const) : CYCLES;
  const fresh: Promotion = { on: false, percent_off: 20, plans: [...plans], cycles: [...cycles], ...timed };
  const fields = { ...draft.fields, ...Object.fromEntries(fieldsOfPromotion(id, fresh)) };
  return { ...draft, promotions: [...draft.promotions, id], fields };
}

/** Returns the words in a field that holds a list. */
export const wordsOf = (fields: Fields, name: string): string[] =>
  (fields[name] ?? "").split(" ").filter((word) => word !== "");

const isCurrency = (text: string) => /^[A-Z]{3}$/.test(text);
const wholeNumber = (text: string) => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : null);
const isDay = (text: string) => /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text);

/**
 * Converts a draft to an offer, with the names of invalid fields. The server names the ones that it rejects.
 */
export function read(
  before: Offer,
  { fields, packs, promotions }: OfferDraft,
): { offer: Offer; wrong: Set<string> } {
  const wrong = new Set<string>();
  const text = (name: string) => (fields[name] ?? "").trim();
  const currency = text("currency").toUpperCase();
  if (!isCurrency(currency)) wrong.add("currency");
  const unit = isCurrency(currency) ? currency : before.currency;
  const must = <Value>(name: string, value: Value | null, otherwise: Value): Value => {
    if (value === null) wrong.add(name);
    return value ?? otherwise;
  };
  const price = (name: string) => must(name, readPrice(text(name), unit), 0);
  const number = (name: string) => must(name, wholeNumber(text(name)), 0);
  const limited = (name: string) => (text(name) === "" ? null : number(name));
  const day = (name: string) => must(name, isDay(text(name)) ? text(name) : null, "");
  const is = (name: string) => fields[name] === "on";

  const gives = (id: string): PlanGives => {
    const name = (field: string) => `gives.${id}.${field}`;
    return {
      name: must(name("name"), text(name("name")) || null, ""),
      standard_query: limited(name("standard_query")),
      advanced_query: limited(name("advanced_query")),
      advanced_credit: limited(name("advanced_credit")),
      memory_items: number(name("memory_items")),
      advanced_models: is(name("advanced_models")),
      custom_context: is(name("custom_context")),
      automatic_search: is(name("automatic_search")),
      documents: {
        files: limited(name("documents.files")),
        pages: limited(name("documents.pages")),
        uploads: limited(name("documents.uploads")),
        questions: limited(name("documents.questions")),
      },
      daily: {
        readings: limited(name("daily.readings")),
        videos: limited(name("daily.videos")),
        searches: limited(name("daily.searches")),
      },
    };
  };
  const promotion = (id: string): Promotion => {
    const name = (field: string) => `promotions.${id}.${field}`;
    const some = (field: string) => {
      const words = wordsOf(fields, name(field));
      return must(name(field), words.length > 0 ? words : null, []);
    };
    return {
      on: is(name("on")),
      percent_off: number(name("percent_off")),
      plans: some("plans"),
      cycles: some("cycles") as BillingCycle[],
      ...(isTimed(kindOf(id))
        ? { hours: number(name("hours")), from: "", until: "" }
        : { hours: 0, from: day(name("from")), until: day(name("until")) }),
    };
  };
  const each = <Value>(names: readonly string[], value: (name: string) => Value): Record<string, Value> =>
    Object.fromEntries(names.map((name) => [name, value(name)]));

  const offer: Offer = {
    currency: unit,
    trial: {
      plan: text("trial.plan"),
      days: number("trial.days"),
      extension_days: number("trial.extension_days"),
    },
    plans: each(Object.keys(before.plans), (id) => {
      const of = (cycle: BillingCycle) =>
        text(`plans.${id}.${cycle}`) === "" ? null : price(`plans.${id}.${cycle}`);
      return { monthly: of("monthly"), yearly: of("yearly") };
    }),
    packs: each(packs, (name) => ({
      credits: number(`packs.${name}.credits`),
      price: price(`packs.${name}.price`),
    })),
    promotions: each(promotions, promotion),
    education: {
      on: is("education.on"),
      percent_off: number("education.percent"),
      days: number("education.days"),
      domains: text("education.domains")
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter((rule) => rule !== ""),
    },
    gives: each(Object.keys(before.gives ?? {}), gives),
  };
  return { offer, wrong };
}

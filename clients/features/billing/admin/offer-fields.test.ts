import type { Offer, PlanGives } from "@ensemble/contract/wire";
import { describe, expect, test } from "vitest";
import { draftOf, isEdited, markOf, read, rebased, withPack, withPromotion } from "./offer-fields";

const pro: PlanGives = {
  name: "Pro",
  standard_query: 3000,
  advanced_query: 300,
  advanced_credit: 300,
  memory_items: 100,
  advanced_models: true,
  custom_context: true,
  automatic_search: true,
  documents: { files: null, pages: null, uploads: null, questions: null },
  daily: { readings: null, videos: 8, searches: null },
};

const offer: Offer = {
  currency: "USD",
  trial: { plan: "pro", days: 7, extension_days: 7 },
  plans: { pro: { monthly: 990, yearly: null } },
  packs: { small: { credits: 500, price: 490 } },
  promotions: {
    fresh: { on: true, percent_off: 20, plans: ["pro"], cycles: ["monthly"], hours: 24, from: "", until: "" },
    newyear: {
      on: false,
      percent_off: 30,
      plans: ["pro"],
      cycles: ["yearly"],
      hours: 0,
      from: "12-26",
      until: "01-08",
    },
  },
  education: { on: false, percent_off: 40, days: 365, domains: [".edu", ".ac.*"] },
  gives: { pro },
};

const typed = (name: string, value: string) => {
  const draft = draftOf(offer);
  return read(offer, { ...draft, fields: { ...draft.fields, [name]: value } });
};

test("what tells promotions of one kind apart is what their ids say beyond it", () => {
  expect(["fresh", "fresh-2", "newyear-2027", "homecoming2027", "spring"].map(markOf)).toEqual([
    "",
    "2",
    "2027",
    "2027",
    "spring",
  ]);
});

describe("an offer that is edited", () => {
  test("is the same where nothing is typed", () => {
    expect(read(offer, draftOf(offer))).toEqual({ offer, wrong: new Set() });
  });

  test("has what is typed, and without a limit where nothing is", () => {
    expect(typed("gives.pro.advanced_query", "").offer.gives?.pro?.advanced_query).toBeNull();
    expect(typed("gives.pro.documents.files", "5").offer.gives?.pro?.documents.files).toBe(5);
    expect(typed("gives.pro.daily.searches", "30").offer.gives?.pro?.daily).toEqual({
      readings: null,
      videos: 8,
      searches: 30,
    });
    expect(typed("plans.pro.yearly", "99.50").offer.plans.pro?.yearly).toBe(9950);
    expect(typed("trial.plan", "unlimited").offer.trial.plan).toBe("unlimited");
  });

  test("names the fields that say nothing", () => {
    for (const [name, value] of [
      ["gives.pro.memory_items", ""],
      ["gives.pro.name", " "],
      ["gives.pro.standard_query", "many"],
      ["packs.small.price", "cheap"],
      ["promotions.newyear.from", "31-12"],
      ["promotions.fresh.plans", ""],
      ["promotions.fresh.cycles", ""],
      ["currency", "dollars"],
    ] as const) {
      expect([...typed(name, value).wrong]).toEqual([name]);
    }
  });

  test("offers a year, and nothing else, to who has paid a first month", () => {
    const more = withPromotion(draftOf(offer), "thanks", ["pro"]);
    expect(read(offer, more).offer.promotions?.thanks).toEqual({
      on: false,
      percent_off: 20,
      plans: ["pro"],
      cycles: ["yearly"],
      hours: 24,
      from: "",
      until: "",
    });
  });

  test("takes packs and promotions in and lets them go", () => {
    const more = withPromotion(withPack(draftOf(offer), "huge"), "fresh", ["pro"]);
    expect(more.promotions).toEqual(["fresh", "newyear", "fresh-2"]);
    const { offer: changed, wrong } = read(offer, more);
    expect(Object.keys(changed.packs)).toEqual(["small", "huge"]);
    expect([...wrong]).toEqual(["packs.huge.credits", "packs.huge.price"]);
    expect(changed.promotions?.["fresh-2"]).toMatchObject({ on: false, hours: 24, plans: ["pro"] });

    const fewer = { ...draftOf(offer), packs: [], promotions: ["newyear"] };
    expect(read(offer, fewer).offer).toMatchObject({ packs: {}, promotions: { newyear: {} } });
    expect(Object.keys(read(offer, fewer).offer.promotions ?? {})).toEqual(["newyear"]);
  });
});

describe("an offer that somebody else changes meanwhile", () => {
  const raised: Offer = {
    ...offer,
    plans: { pro: { monthly: 1290, yearly: 9900 } },
    packs: { small: { credits: 500, price: 590 }, large: { credits: 2000, price: 1490 } },
    promotions: {},
  };

  test("keeps what was typed, and has all else as it is now", () => {
    const draft = withPack(draftOf(offer), "huge");
    const typed = {
      ...draft,
      fields: { ...draft.fields, "plans.pro.monthly": "7.", "gives.pro.name": "Pro 2" },
    };
    const kept = rebased(typed, offer, raised);
    expect(kept.packs).toEqual(["small", "large", "huge"]);
    expect(kept.promotions).toEqual([]);
    expect(kept.fields).toMatchObject({
      "plans.pro.monthly": "7.",
      "plans.pro.yearly": "99.00",
      "gives.pro.name": "Pro 2",
      "packs.small.price": "5.90",
      "packs.huge.price": "",
    });
    expect(isEdited(kept, raised)).toBe(true);
  });

  test("keeps a pack that was typed into and that somebody else took out", () => {
    const draft = draftOf(offer);
    const typed = { ...draft, fields: { ...draft.fields, "packs.small.price": "3" } };
    const kept = rebased(typed, offer, { ...offer, packs: {} });
    expect(read(offer, kept).offer.packs).toEqual({ small: { credits: 500, price: 300 } });
  });

  test("stays without what was taken out", () => {
    const draft = { ...draftOf(offer), packs: [] };
    expect(rebased(draft, offer, raised).packs).toEqual(["large"]);
  });

  test("is as it is now where nothing was typed, or what was typed is what it is", () => {
    expect(rebased(draftOf(offer), offer, raised)).toEqual(draftOf(raised));
    const draft = draftOf(offer);
    const own = { ...draft, fields: { ...draft.fields, "plans.pro.monthly": " 12.9 " } };
    const changed: Offer = { ...offer, plans: { pro: { monthly: 1290, yearly: null } } };
    expect(rebased(own, offer, changed)).toEqual(draftOf(changed));
    expect(isEdited(draftOf(changed), changed)).toBe(false);
  });
});

import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { Offer } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextField } from "@ensemble/ui/fields/TextField";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import { Section } from "@ensemble/ui/Section";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { offerQuery, ownOfferQuery, previewOfferMutation } from "../billing-queries";
import { planName } from "../orders/OrderView";
import { OfferPreviewDialog } from "./OfferPreviewDialog";
import {
  AMOUNTS,
  CYCLES,
  draftOf,
  isEdited,
  isTimed,
  kindOf,
  type OfferDraft,
  PROMOTION_KINDS,
  read,
  rebased,
  UNLOCKS,
  withPack,
  withPromotion,
  wordsOf,
} from "./offer-fields";
import { usePromotionName } from "./promotion-name";

/** Edits plans, packs and promotions with their prices. For the operator. */
export function PlansPanel() {
  const text = useText("billing");
  const own = useQuery(ownOfferQuery);
  if (own.isError) return <PanelProblem error={own.error} onRetry={() => void own.refetch()} />;
  if (!own.data) return <SkeletonLines label={text("loading")} />;
  return <Editor offer={own.data} />;
}

/** Access of one part of the editor to the draft. */
interface Draft {
  draft: OfferDraft;
  change: (draft: OfferDraft) => void;
  /** Renders a field by the server's name for it. */
  field: (name: string, label: string, hint?: string) => ReactNode;
  /** Returns a switch for a field. */
  toggle: (name: string, label: string) => ReactNode;
  /** Returns the error of an item without its own field. */
  wrongOf: (name: string) => string | undefined;
  nameOf: (plan: string) => string;
}

const TEXTS = new Set(["currency", "education.domains"]);
const isText = (name: string) => TEXTS.has(name) || name.endsWith(".name");

function Editor({ offer }: { offer: Offer }) {
  const text = useText("billing");
  const problemText = useProblemText();
  const shown = useQuery(offerQuery);
  const [draft, setDraft] = useState(() => draftOf(offer));
  const [seen, setSeen] = useState(offer);
  const [isOvertaken, setOvertaken] = useState(false);
  const [tried, setTried] = useState(false);
  const preview = useMutation(previewOfferMutation());
  if (offer !== seen) {
    const next = rebased(draft, seen, offer);
    setSeen(offer);
    setDraft(next);
    setOvertaken(isEdited(next, offer));
  }
  // The preview was for the previous offer.
  const { reset } = preview;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the offer, which is not read here.
  useEffect(() => reset(), [offer, reset]);
  const now = read(offer, draft);
  const refused = fieldIn(preview.error);
  const set = (name: string, value: string) => {
    if (refused !== null) preview.reset();
    setDraft({ ...draft, fields: { ...draft.fields, [name]: value } });
  };
  const wrongOf = (name: string) => {
    if (refused === name) return problemText(preview.error) ?? undefined;
    return tried && now.wrong.has(name) ? text("not_a_number") : undefined;
  };
  const nameOf = (id: string) => offer.gives?.[id]?.name ?? planName(shown.data, id);
  const parts: Draft = {
    draft,
    change: (next) => {
      preview.reset();
      setDraft(next);
    },
    field: (name, label, hint) => (
      <TextField
        key={name}
        label={label}
        hint={hint}
        value={draft.fields[name] ?? ""}
        onChange={(value) => set(name, value)}
        error={wrongOf(name)}
        inputMode={isText(name) ? "text" : "decimal"}
        dir={name.endsWith(".name") ? "auto" : "ltr"}
      />
    ),
    toggle: (name, label) => (
      <Switch
        label={label}
        checked={draft.fields[name] === "on"}
        onChange={(on) => set(name, on ? "on" : "")}
      />
    ),
    wrongOf,
    nameOf,
  };
  const { field } = parts;
  // The server's error shows at its field, or here if it has none.
  const unplaced = preview.error && (refused === null || !(refused in draft.fields));
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
        {Object.keys(offer.plans).map((id) => (
          <fieldset key={id} className="mt-3 grid grid-cols-2 gap-3">
            <legend className="mb-2 font-medium">
              <bdi>{nameOf(id)}</bdi>
            </legend>
            {CYCLES.map((cycle) => field(`plans.${id}.${cycle}`, text(`cycle.${cycle}`)))}
          </fieldset>
        ))}
      </Section>
      <Gives plans={Object.keys(offer.gives ?? {})} wrong={tried ? now.wrong : new Set()} {...parts} />
      <Packs {...parts} />
      <Section title={text("trial")} description={text("trial_hint")}>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <div className="col-span-2 sm:col-span-1">
            <Select
              label={text("trial_plan")}
              value={draft.fields["trial.plan"] ?? ""}
              options={Object.keys(offer.plans).map((id) => ({ value: id, label: nameOf(id) }))}
              onChange={(plan) => set("trial.plan", plan)}
            />
            <FieldProblem>{wrongOf("trial.plan")}</FieldProblem>
          </div>
          {field("trial.days", text("trial_days"))}
          {field("trial.extension_days", text("extension_days"))}
        </div>
      </Section>
      <Promotions plans={Object.keys(offer.plans)} {...parts} />
      <Education {...parts} />
      {isOvertaken ? <Notice tone="warning">{text("offer_overtaken")}</Notice> : null}
      {tried && now.wrong.size > 0 ? <Notice tone="danger">{text("fields_wrong")}</Notice> : null}
      {unplaced ? <Notice tone="danger">{problemText(preview.error)}</Notice> : null}
      {preview.error && !unplaced ? <Notice tone="danger">{text("fields_wrong")}</Notice> : null}
      <div className="flex justify-end">
        <Button type="submit" kind="primary" busy={preview.isPending}>
          {text("preview_change")}
        </Button>
      </div>
      {preview.data ? (
        <OfferPreviewDialog
          preview={preview.data}
          offer={now.offer}
          nameOf={nameOf}
          onClose={() => preview.reset()}
        />
      ) : null}
    </form>
  );
}

/** Returns the field named by an error; null: none. */
function fieldIn(error: unknown): string | null {
  const field = error instanceof ProblemError ? error.problem.params.field : null;
  return typeof field === "string" ? field : null;
}

/** Edits the allowances of each plan and what it unlocks. */
function Gives({ plans, wrong, ...parts }: Draft & { plans: readonly string[]; wrong: ReadonlySet<string> }) {
  const text = useText("billing");
  const { field, toggle, wrongOf, nameOf } = parts;
  const hint = (name: (typeof AMOUNTS)[number]) =>
    name === "memory_items" ? text("zero_locks_memory") : name.includes(".") ? undefined : text("zero_locks");
  const isWrong = (id: string) =>
    [...wrong].some((name) => name.startsWith(`gives.${id}.`)) ||
    [...AMOUNTS, "name"].some((name) => wrongOf(`gives.${id}.${name}`) !== undefined);
  return (
    <Section title={text("gives")} description={text("gives_hint")}>
      <div className="flex flex-col divide-y divide-line rounded-md px-4 py-1 shadow-[inset_0_0_0_1px_var(--line)]">
        {plans.map((id) => (
          <div key={id} className="py-1.5">
            <Disclosure insists={isWrong(id)} strong title={<bdi>{nameOf(id)}</bdi>}>
              <fieldset className="grid grid-cols-2 gap-3 pt-2 pb-4 sm:grid-cols-3">
                <legend className="sr-only">{nameOf(id)}</legend>
                {field(`gives.${id}.name`, text("gives.name"))}
                {AMOUNTS.map((name) => field(`gives.${id}.${name}`, text(`gives.${name}`), hint(name)))}
                <div className="col-span-full flex flex-wrap gap-x-6 gap-y-3 pt-1 touch:gap-y-0">
                  {UNLOCKS.map((name) => (
                    <span key={name} className="flex items-center gap-2.5 touch:min-h-11">
                      {toggle(`gives.${id}.${name}`, text(`gives.${name}`))}
                      <span aria-hidden="true">{text(`gives.${name}`)}</span>
                    </span>
                  ))}
                </div>
              </fieldset>
            </Disclosure>
          </div>
        ))}
      </div>
    </Section>
  );
}

const PACK_NAME_MAX = 40;

/** Edits the credit packs. */
function Packs({ draft, change, field }: Draft) {
  const text = useText("billing");
  const [name, setName] = useState("");
  const wanted = name.trim();
  const known = draft.packs.includes(wanted);
  // As on the server: printable ASCII without a dot, which separates names.
  const isName = /^[\x20-\x2d\x2f-\x7e]+$/.test(wanted) && wanted.length <= PACK_NAME_MAX;
  return (
    <Section title={text("packs")}>
      {draft.packs.map((pack) => (
        <fieldset key={pack} className="grid grid-cols-2 gap-3 not-first:mt-3">
          <legend className="mb-2 flex items-center gap-2 font-medium">
            <bdi>{pack}</bdi>
            <IconButton
              size="sm"
              label={text("remove_pack", { name: pack })}
              icon={<Trash2 />}
              onClick={() => change({ ...draft, packs: draft.packs.filter((other) => other !== pack) })}
            />
          </legend>
          {field(`packs.${pack}.credits`, text("credits"))}
          {field(`packs.${pack}.price`, text("price"))}
        </fieldset>
      ))}
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-40 max-w-60 flex-1">
          <TextField
            label={text("new_pack")}
            value={name}
            onChange={setName}
            maxLength={PACK_NAME_MAX}
            error={
              wanted !== "" && known
                ? text("pack_exists")
                : wanted !== "" && !isName
                  ? text("pack_name_wrong")
                  : undefined
            }
            dir="ltr"
          />
        </div>
        <Button
          icon={<Plus className="size-4" aria-hidden="true" />}
          disabled={!isName || known}
          onClick={() => {
            change(withPack(draft, wanted));
            setName("");
          }}
        >
          {text("add_pack")}
        </Button>
      </div>
    </Section>
  );
}

/** Edits discounts on the first period: for whom and when. */
function Promotions({ plans, ...parts }: Draft & { plans: readonly string[] }) {
  const text = useText("billing");
  const promotionName = usePromotionName();
  const { draft, change, field, toggle, nameOf } = parts;
  return (
    <Section
      title={text("promotions")}
      description={text("promotions_hint")}
      action={
        <Menu
          trigger={
            <Button size="sm" icon={<Plus className="size-4" aria-hidden="true" />}>
              {text("add_promotion")}
            </Button>
          }
        >
          {PROMOTION_KINDS.map((kind) => (
            <MenuItem key={kind} onSelect={() => change(withPromotion(draft, kind, plans))}>
              {text(`promotion_kind.${kind}`)}
            </MenuItem>
          ))}
        </Menu>
      }
    >
      {draft.promotions.map((id) => (
        <fieldset key={id} className="grid grid-cols-2 gap-3 pb-4 last:pb-0 sm:grid-cols-3">
          <legend className="mb-2 flex items-center gap-3 font-medium">
            {toggle(`promotions.${id}.on`, text("promotion_on", { name: promotionName(id) }))}
            <span>{promotionName(id)}</span>
            <IconButton
              size="sm"
              label={text("remove_promotion", { name: promotionName(id) })}
              icon={<Trash2 />}
              onClick={() =>
                change({ ...draft, promotions: draft.promotions.filter((other) => other !== id) })
              }
            />
          </legend>
          {field(`promotions.${id}.percent_off`, text("percent_off"))}
          {isTimed(kindOf(id))
            ? field(
                `promotions.${id}.hours`,
                text(kindOf(id) === "thanks" ? "promotion_hours_paid" : "promotion_hours"),
              )
            : [
                field(`promotions.${id}.from`, text("promotion_from")),
                field(`promotions.${id}.until`, text("promotion_until")),
              ]}
          <div className="col-span-full grid gap-3 sm:grid-cols-2">
            <Choices
              {...parts}
              name={`promotions.${id}.plans`}
              label={text("promotion_plans")}
              options={plans.map((plan) => ({ value: plan, label: nameOf(plan) }))}
            />
            {kindOf(id) === "thanks" ? null : (
              <Choices
                {...parts}
                name={`promotions.${id}.cycles`}
                label={text("promotion_cycles")}
                options={CYCLES.map((cycle) => ({ value: cycle, label: text(`cycle.${cycle}`) }))}
              />
            )}
          </div>
        </fieldset>
      ))}
    </Section>
  );
}

/** Multiple choice. */
function Choices({
  name,
  label,
  options,
  draft,
  change,
  wrongOf,
}: Draft & { name: string; label: string; options: readonly { value: string; label: string }[] }) {
  const text = useText("billing");
  const chosen = wordsOf(draft.fields, name);
  const choose = (value: string, on: boolean) => {
    const next = options.map((one) => one.value).filter((one) => (one === value ? on : chosen.includes(one)));
    change({ ...draft, fields: { ...draft.fields, [name]: next.join(" ") } });
  };
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        {options.map(({ value, label: shown }) => (
          <label key={value} className="flex items-center gap-2 text-sm touch:min-h-11">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) => choose(value, event.target.checked)}
              className="size-4 accent-(--accent)"
            />
            <bdi>{shown}</bdi>
          </label>
        ))}
      </div>
      <FieldProblem>{wrongOf(name) === undefined ? undefined : text("choose_some")}</FieldProblem>
    </fieldset>
  );
}

/** Edits the education discount. */
function Education({ field, toggle }: Draft) {
  const text = useText("billing");
  return (
    <Section title={text("education")} description={text("education_settings_hint")}>
      <fieldset className="grid grid-cols-2 gap-3">
        <legend className="mb-2 flex items-center gap-3 font-medium">
          {toggle("education.on", text("education_on"))}
          <span>{text("education_on")}</span>
        </legend>
        {field("education.percent", text("percent_off"))}
        {field("education.days", text("education_days"))}
        <div className="col-span-2">
          {field("education.domains", text("education_domains"), text("education_domains_hint"))}
        </div>
      </fieldset>
    </Section>
  );
}

function FieldProblem({ children }: { children: string | undefined }) {
  return (
    <p aria-live="polite" className={children ? "mt-1.5 text-danger text-sm" : "sr-only"}>
      {children}
    </p>
  );
}

import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { ProblemError } from "@ensemble/contract/problem-error";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Switch } from "@ensemble/ui/fields/Switch";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Definition, PowerupDetail } from "../operations";
import { POWERUP_PLACES } from "../places";
import { powerupQuery, saveMutation } from "../powerup-queries";
import { Basics } from "./Basics";
import { EMPTY_DEFINITION } from "./empty-definition";
import { Languages } from "./Languages";
import { Parameters } from "./Parameters";
import { PowerupPreview } from "./PowerupPreview";
import { PromptFields } from "./PromptFields";
import { SitesFields } from "./SitesFields";

/** /powerup-ai/create */
export function NewPowerupPage() {
  const { locale } = useLocale();
  return <PowerupForm known={null} first={{ ...EMPTY_DEFINITION, language: locale }} />;
}

/** /powerup-ai/{uid}/edit */
export function EditPowerupScreen({ uid }: { uid: string }) {
  const text = useText("powerups");
  const powerup = useQuery(powerupQuery(uid));
  if (powerup.isSuccess && powerup.data.mine) {
    return <PowerupForm key={uid} known={powerup.data} first={powerup.data.definition} />;
  }
  return (
    <div className="mx-auto w-full max-w-3xl p-6">
      {powerup.isError ? (
        <PanelProblem error={powerup.error} onRetry={() => void powerup.refetch()} />
      ) : powerup.isSuccess ? (
        <Notice tone="warning">{text("not_yours")}</Notice>
      ) : (
        <SkeletonLines count={6} label={text("title")} />
      )}
    </div>
  );
}

/** What all parts of the form get. */
export interface PartProps {
  fields: Definition;
  change: (part: Partial<Definition>) => void;
  /** Returns what is wrong with a field, by its place in the definition. */
  wrong: (field: string) => string | null;
}

function PowerupForm({ known, first }: { known: PowerupDetail | null; first: Definition }) {
  const text = useText("powerups");
  const common = useText("common");
  const problemText = useProblemText();
  const { navigate } = useNavigation();
  const [fields, setFields] = useState(first);
  const [preview, setPreview] = useState(true);
  const save = useMutation(saveMutation(useQueryClient(), known));
  const problem = save.error instanceof ProblemError ? save.error.problem : null;
  const place = `${problem?.params.field ?? ""}`;
  const change = (part: Partial<Definition>) => setFields((before) => ({ ...before, ...part }));
  const wrong = (field: string) =>
    save.error && (place === field || place.startsWith(`${field}.`)) ? problemText(save.error) : null;
  const parts: PartProps = { fields, change, wrong };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate(fields, { onSuccess: ({ id }) => navigate(POWERUP_PLACES.one(id)) });
  };
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="powerup-form">
      <title>{`${text(known ? "edit" : "new")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex flex-wrap items-center gap-3">
          <h1 className="min-w-0 flex-1 font-semibold text-xl">{text(known ? "edit" : "new")}</h1>
          <div className="flex items-center gap-2 text-sm">
            <span aria-hidden="true">{text("preview")}</span>
            <Switch label={text("preview")} checked={preview} onChange={setPreview} />
          </div>
          <AppLink
            to={known ? POWERUP_PLACES.one(known.id) : POWERUP_PLACES.all}
            className={buttonStyle("secondary")}
          >
            {common("cancel")}
          </AppLink>
          <Button type="submit" form="powerup-form" kind="primary" busy={save.isPending}>
            {common("save")}
          </Button>
        </header>
        {save.error ? (
          <Notice tone="danger">
            {problemText(save.error)}
            {place ? (
              <>
                {" "}
                <code dir="ltr" className="text-xs">
                  {place}
                </code>
              </>
            ) : null}
          </Notice>
        ) : null}
        {known && known.shown_version !== null ? <Notice>{text("review_again")}</Notice> : null}
        <div className={preview ? "grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]" : undefined}>
          <form id="powerup-form" onSubmit={submit} className="flex min-w-0 flex-col gap-8" noValidate>
            <Basics {...parts} />
            <SitesFields {...parts} />
            {fields.kind === "tool" ? <PromptFields {...parts} /> : null}
            {fields.kind === "tool" ? <Parameters {...parts} /> : null}
            <Languages {...parts} />
          </form>
          {preview ? <PowerupPreview definition={fields} /> : null}
        </div>
      </div>
    </div>
  );
}

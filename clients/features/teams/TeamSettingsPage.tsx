import { PLACES } from "@ensemble/blocks/places";
import { useMe } from "@ensemble/blocks/session-queries";
import { chooseHere } from "@ensemble/blocks/workspaces/switching-workspace";
import { useBeginAnew } from "@ensemble/blocks/workspaces/use-switch-workspace";
import { AVATAR_MAX_BYTES, DISBAND_DAYS, NAME_MAX_CHARS } from "@ensemble/contract/generated/limits/teams";
import type { Team } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ImagePlus } from "lucide-react";
import { useRef, useState } from "react";
import { TeamFace } from "./TeamFace";
import { TeamFrame } from "./TeamFrame";
import { avatarMutation, disbandMutation, removeMutation, renameTeamMutation } from "./team-queries";

/** Edits a team's name and picture; leaving and disbanding (spec §2: /team/settings). */
export function TeamSettingsPage() {
  return <TeamFrame>{(team) => <Settings key={team.id} team={team} />}</TeamFrame>;
}

function Settings({ team }: { team: Team }) {
  const isAdmin = team.role === "admin";
  return (
    <>
      {isAdmin ? <Name team={team} /> : null}
      <Picture team={team} isAdmin={isAdmin} />
      <WaysOut team={team} isAdmin={isAdmin} />
    </>
  );
}

function Name({ team }: { team: Team }) {
  const text = useText("teams");
  const problems = useText("problems");
  const problemText = useProblemText();
  const rename = useMutation(renameTeamMutation(useQueryClient(), team.id));
  const [name, setName] = useState(team.name);
  const [asked, setAsked] = useState(false);
  const empty = asked && name.trim() === "";
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (name.trim() === "") return;
        rename.mutate(name, { onSuccess: () => showToast({ title: text("saved"), kind: "success" }) });
      }}
    >
      <TextField
        className="max-w-md flex-1"
        label={text("team_name")}
        value={name}
        onChange={setName}
        maxLength={NAME_MAX_CHARS}
        error={empty ? problems("teams.name_empty") : rename.error ? problemText(rename.error) : undefined}
      />
      <Button type="submit" busy={rename.isPending} disabled={name === team.name}>
        {text("save")}
      </Button>
    </form>
  );
}

/** Spec §5: "Team avatar: JPG or PNG, max 800KB." */
function Picture({ team, isAdmin }: { team: Team; isAdmin: boolean }) {
  const text = useText("teams");
  const problemText = useProblemText();
  const problems = useText("problems");
  const input = useRef<HTMLInputElement>(null);
  const put = useMutation(avatarMutation(useQueryClient(), team.id));
  const [wrong, setWrong] = useState<"teams.avatar_type" | "teams.avatar_too_large" | null>(null);
  const take = (file: File) => {
    const isPicture = file.type === "image/png" || file.type === "image/jpeg";
    const problem = isPicture
      ? file.size > AVATAR_MAX_BYTES
        ? ("teams.avatar_too_large" as const)
        : null
      : ("teams.avatar_type" as const);
    setWrong(problem);
    if (!problem) put.mutate(file);
  };
  const said = wrong ? problems(wrong) : put.error ? problemText(put.error) : null;
  return (
    <Section title={text("picture")} description={isAdmin ? text("picture_hint") : undefined}>
      <div className="flex flex-wrap items-center gap-3">
        <TeamFace team={team} size="lg" />
        {isAdmin ? (
          <>
            <Button
              icon={<ImagePlus className="size-4" />}
              busy={put.isPending}
              onClick={() => input.current?.click()}
            >
              {text("choose_picture")}
            </Button>
            {team.avatar ? (
              <Button kind="ghost" onClick={() => put.mutate(null)}>
                {text("remove_picture")}
              </Button>
            ) : null}
            <FileInput
              input={input}
              testId="team-picture"
              accept="image/png,image/jpeg"
              onChoose={([file]) => take(file)}
            />
          </>
        ) : null}
      </div>
      <p aria-live="polite" className="text-danger text-sm empty:hidden">
        {said}
      </p>
    </Section>
  );
}

function WaysOut({ team, isAdmin }: { team: Team; isAdmin: boolean }) {
  const text = useText("teams");
  const me = useMe();
  const queryClient = useQueryClient();
  const leave = useMutation(removeMutation(queryClient, team.id));
  const disband = useMutation(disbandMutation(queryClient));
  const [asking, setAsking] = useState<"leave" | "disband" | null>(null);
  const beginAnew = useBeginAnew();
  // The server's hint about the workspace would navigate elsewhere; this window navigates by itself.
  const goOn = {
    onSuccess: () => beginAnew(PLACES.team),
    onError: () => {
      chooseHere(false);
      setAsking(null);
    },
  };
  return (
    <Section title={text("leaving")}>
      <Rows>
        <Row title={text("leave_team")} description={text("leave_hint")}>
          <Button size="sm" onClick={() => setAsking("leave")}>
            {text("leave_team")}
          </Button>
        </Row>
        {isAdmin ? (
          <Row title={text("disband_team")} description={text("disband_hint", { count: DISBAND_DAYS })}>
            <Button size="sm" kind="danger" onClick={() => setAsking("disband")}>
              {text("disband_team")}
            </Button>
          </Row>
        ) : null}
      </Rows>
      <ConfirmDialog
        open={asking === "leave"}
        onOpenChange={(open) => !open && setAsking(null)}
        title={text("leave_title", { team: team.name })}
        description={text("leave_hint")}
        cancelLabel={text("cancel")}
        confirmLabel={text("leave_team")}
        busy={leave.isPending}
        onConfirm={() => {
          chooseHere(true);
          leave.mutate(me.id, goOn);
        }}
      />
      <ConfirmDialog
        open={asking === "disband"}
        onOpenChange={(open) => !open && setAsking(null)}
        danger
        title={text("disband_title", { team: team.name })}
        description={text("disband_hint", { count: DISBAND_DAYS })}
        cancelLabel={text("cancel")}
        confirmLabel={text("disband_team")}
        busy={disband.isPending}
        onConfirm={() => {
          chooseHere(true);
          disband.mutate(team.id, goOn);
        }}
      />
    </Section>
  );
}

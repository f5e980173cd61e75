import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useSession } from "@ensemble/blocks/session-queries";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Rows, Section } from "@ensemble/ui/Section";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { type UserSearch, usersQuery } from "./admin-queries";
import { Invitations } from "./Invitations";
import { InviteDialog } from "./InviteDialog";
import { Narrowing } from "./Narrowing";
import { AddPersonDialog } from "./people/AddPersonDialog";
import { UserRow } from "./people/UserRow";
import { ServerTeams } from "./ServerTeams";

type Shown = "all" | "operators" | "members" | "suspended";

const NARROWED: Record<Shown, Omit<UserSearch, "q">> = {
  all: {},
  operators: { role: "operator" },
  members: { role: "member" },
  suspended: { suspended: true },
};

/** Lists all accounts of this server, and the people who are invited. */
export function UsersPanel() {
  const text = useText("admin");
  const { setup } = useSession();
  const [words, setWords] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  const [asked, setAsked] = useState<"invite" | "add" | null>(null);
  const q = useDeferredValue(words.trim());
  const users = useInfiniteQuery(usersQuery({ q, ...NARROWED[shown] }));
  const items = users.data?.pages.flatMap((page) => page.items) ?? [];
  const options = (Object.keys(NARROWED) as Shown[]).map((value) => ({
    value,
    label: text(`show_users.${value}`),
  }));
  return (
    <div className="flex flex-col gap-8">
      <Section
        description={text("users_description")}
        action={
          <div className="flex flex-wrap gap-2">
            {/* Whoever is added sets a password; without passwords people are invited. */}
            {setup.password_sign_in === false ? null : (
              <Button size="sm" onClick={() => setAsked("add")}>
                {text("add_person")}
              </Button>
            )}
            <Button kind="primary" size="sm" onClick={() => setAsked("invite")}>
              {text("invite_person")}
            </Button>
          </div>
        }
      >
        <Narrowing
          label={text("search_users")}
          words={words}
          onWords={setWords}
          kindLabel={text("which_users")}
          kind={shown}
          kinds={options}
          onKind={setShown}
        />
        {users.isPending ? <SkeletonLines label={text("loading")} /> : null}
        {users.isError ? <PanelProblem error={users.error} onRetry={() => void users.refetch()} /> : null}
        {users.isSuccess && items.length === 0 ? (
          <EmptyState icon={<Users />} title={text("nobody_found")} />
        ) : null}
        {items.length > 0 ? (
          <Rows>
            {items.map((user) => (
              <UserRow key={user.id} user={user} />
            ))}
          </Rows>
        ) : null}
        <MoreButton list={users}>{text("show_more")}</MoreButton>
      </Section>
      <Invitations />
      <ServerTeams />
      {asked === "invite" ? <InviteDialog onClose={() => setAsked(null)} /> : null}
      {asked === "add" ? <AddPersonDialog onClose={() => setAsked(null)} /> : null}
    </div>
  );
}

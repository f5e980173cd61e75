import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useMe } from "@ensemble/blocks/session-queries";
import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import type { AdminUser } from "@ensemble/contract/wire";
import { factsLine, fullNumber, relativeTime } from "@ensemble/i18n/formats";
import { isolated } from "@ensemble/i18n/isolated";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Avatar } from "@ensemble/ui/Avatar";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { Email } from "@ensemble/ui/Email";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Users } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { changeUserMutation, type UserSearch, usersQuery } from "./admin-queries";
import { BanDialog } from "./BanDialog";
import { GiveDialog } from "./GiveDialog";
import { Invitations } from "./Invitations";
import { InviteDialog } from "./InviteDialog";
import { LimitsDialog } from "./LimitsDialog";
import { Narrowing } from "./Narrowing";

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
  const [words, setWords] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  const [inviting, setInviting] = useState(false);
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
          <Button kind="primary" size="sm" onClick={() => setInviting(true)}>
            {text("invite_person")}
          </Button>
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
      {inviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </div>
  );
}

function UserRow({ user }: { user: AdminUser }) {
  const text = useText("admin");
  const { locale } = useLocale();
  const me = useMe();
  const [asked, setAsked] = useState<"ban" | "give" | "limits" | null>(null);
  const queryClient = useQueryClient();
  const change = useMutation(changeUserMutation(queryClient, user.id));
  const readmit = useMutation(
    withSuccessToast(changeUserMutation(queryClient, user.id), () =>
      showToast({ title: text("readmitted_toast", { name: user.name }) }),
    ),
  );
  const seen = user.last_seen_at
    ? text("last_seen", { time: relativeTime(user.last_seen_at, Date.now(), locale) })
    : text("never_seen");
  const credits =
    user.credits_left === null
      ? text("credits_unlimited")
      : text("credits_left", { count: user.credits_left, amount: fullNumber(user.credits_left, locale) });
  const close = () => setAsked(null);

  return (
    <Row
      leading={<Avatar id={user.id} name={user.name} />}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="break-words font-medium">{user.name}</bdi>
          {user.id === me.id ? <Badge tone="neutral">{text("you")}</Badge> : null}
          {user.role === "operator" ? <Badge tone="accent">{text("operator")}</Badge> : null}
          {user.suspended ? <Badge tone="danger">{text("suspended")}</Badge> : null}
        </span>
      }
      description={
        <>
          <span className="block">
            <Email>{user.email}</Email>
          </span>
          <span className="block">
            {/* A server admin has no plan: the badge says what they are. */}
            {factsLine([user.role === "operator" ? null : user.plan_name, credits, seen])}
          </span>
          {user.suspended && user.suspended_reason ? (
            <span className="block">{text("banned_for", { reason: isolated(user.suspended_reason) })}</span>
          ) : null}
        </>
      }
    >
      <Menu
        trigger={<IconButton size="sm" label={text("more_for", { name: user.name })} icon={<Ellipsis />} />}
      >
        <MenuItem onSelect={() => setAsked("give")}>{text("give")}</MenuItem>
        <MenuItem onSelect={() => setAsked("limits")}>{text("limits")}</MenuItem>
        {user.id === me.id ? null : (
          <MenuItem
            onSelect={() => change.mutate({ role: user.role === "operator" ? "member" : "operator" })}
          >
            {text(user.role === "operator" ? "make_member" : "make_operator")}
          </MenuItem>
        )}
        {user.id !== me.id && user.suspended ? (
          <MenuItem onSelect={() => readmit.mutate({ suspended: false })}>{text("let_in_again")}</MenuItem>
        ) : null}
        {user.id !== me.id && !user.suspended ? (
          <MenuItem danger onSelect={() => setAsked("ban")}>
            {text("suspend")}
          </MenuItem>
        ) : null}
      </Menu>
      {asked === "ban" ? <BanDialog user={user} onClose={close} /> : null}
      {asked === "limits" ? <LimitsDialog user={user} onClose={close} /> : null}
      {asked === "give" ? (
        <GiveDialog
          to={{ workspace_id: user.workspace_id, name: user.name, email: user.email }}
          onClose={close}
        />
      ) : null}
    </Row>
  );
}

import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useMe } from "@ensemble/blocks/session-queries";
import type { AdminUser } from "@ensemble/contract/wire";
import { relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Avatar } from "@ensemble/ui/Avatar";
import { Badge } from "@ensemble/ui/Badge";
import { Email } from "@ensemble/ui/Email";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/Menu";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { showToast } from "@ensemble/ui/toast";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { changeUserMutation, usersQuery } from "./admin-queries";

/** Everybody with an account here. */
export function UsersPanel() {
  const text = useText("admin");
  const users = useInfiniteQuery(usersQuery);
  const items = users.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section description={text("users_description")}>
      {users.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {users.isError ? <PanelProblem error={users.error} onRetry={() => void users.refetch()} /> : null}
      {items.length > 0 ? (
        <Rows>
          {items.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </Rows>
      ) : null}
      <MoreButton list={users}>{text("show_more")}</MoreButton>
    </Section>
  );
}

function UserRow({ user }: { user: AdminUser }) {
  const text = useText("admin");
  const { locale } = useLocale();
  const me = useMe();
  const change = useMutation(changeUserMutation(useQueryClient(), user.id));
  const seen = user.last_seen_at
    ? text("last_seen", { time: relativeTime(user.last_seen_at, Date.now(), locale) })
    : text("never_seen");
  const suspend = () =>
    change.mutate(
      { suspended: true },
      {
        onSuccess: () =>
          showToast({
            title: text("suspended_toast", { name: user.name }),
            action: { label: text("undo"), onPress: () => change.mutate({ suspended: false }) },
          }),
      },
    );

  return (
    <Row
      leading={<Avatar id={user.id} name={user.name} />}
      title={
        <span className="flex items-center gap-2">
          <bdi className="truncate font-medium">{user.name}</bdi>
          {user.role === "operator" ? <Badge tone="accent">{text("operator")}</Badge> : null}
          {user.suspended ? <Badge tone="danger">{text("suspended")}</Badge> : null}
        </span>
      }
      description={
        <>
          <Email>{user.email}</Email> · {seen}
        </>
      }
    >
      {user.id === me.id ? (
        <span className="text-faint text-sm">{text("you")}</span>
      ) : (
        <Menu
          trigger={<IconButton size="sm" label={text("more_for", { name: user.name })} icon={<Ellipsis />} />}
        >
          <MenuItem
            onSelect={() => change.mutate({ role: user.role === "operator" ? "member" : "operator" })}
          >
            {text(user.role === "operator" ? "make_member" : "make_operator")}
          </MenuItem>
          {user.suspended ? (
            <MenuItem onSelect={() => change.mutate({ suspended: false })}>{text("let_in_again")}</MenuItem>
          ) : (
            <MenuItem danger onSelect={suspend}>
              {text("suspend")}
            </MenuItem>
          )}
        </Menu>
      )}
    </Row>
  );
}

import { useMe } from "@ensemble/blocks/session-queries";
import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import type { AdminUser } from "@ensemble/contract/wire";
import { factsLine, fullNumber, relativeTime } from "@ensemble/i18n/formats";
import { isolated } from "@ensemble/i18n/isolated";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Avatar } from "@ensemble/ui/Avatar";
import { Badge } from "@ensemble/ui/Badge";
import { Email } from "@ensemble/ui/Email";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import { Row } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { changeUserMutation } from "../admin-queries";
import { BanDialog } from "../BanDialog";
import { GiveDialog } from "../GiveDialog";
import { LimitsDialog } from "../LimitsDialog";
import { DeletePersonDialog } from "./DeletePersonDialog";
import { PersonSecurityDialog } from "./PersonSecurityDialog";

/** Shows a person, and a menu of what an operator can do. */
export function UserRow({ user }: { user: AdminUser }) {
  const text = useText("admin");
  const { locale } = useLocale();
  const me = useMe();
  const [asked, setAsked] = useState<"ban" | "give" | "limits" | "security" | "delete" | null>(null);
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
  const isOther = user.id !== me.id;

  return (
    <Row
      leading={<Avatar id={user.id} name={user.name} />}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="break-words font-medium">{user.name}</bdi>
          {!isOther ? <Badge tone="neutral">{text("you")}</Badge> : null}
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
        {isOther ? <MenuItem onSelect={() => setAsked("security")}>{text("security_menu")}</MenuItem> : null}
        {isOther ? (
          <MenuItem
            onSelect={() => change.mutate({ role: user.role === "operator" ? "member" : "operator" })}
          >
            {text(user.role === "operator" ? "make_member" : "make_operator")}
          </MenuItem>
        ) : null}
        {isOther && user.suspended ? (
          <MenuItem onSelect={() => readmit.mutate({ suspended: false })}>{text("let_in_again")}</MenuItem>
        ) : null}
        {isOther && !user.suspended ? (
          <MenuItem danger onSelect={() => setAsked("ban")}>
            {text("suspend")}
          </MenuItem>
        ) : null}
        {isOther ? (
          <MenuItem danger onSelect={() => setAsked("delete")}>
            {text("delete_person")}
          </MenuItem>
        ) : null}
      </Menu>
      {asked === "security" ? <PersonSecurityDialog user={user} onClose={close} /> : null}
      {asked === "delete" ? <DeletePersonDialog user={user} onClose={close} /> : null}
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

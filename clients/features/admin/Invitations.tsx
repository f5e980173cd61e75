import type { PersonInvitation } from "@ensemble/contract/wire";
import { factsLine, relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Email } from "@ensemble/ui/Email";
import { IconButton } from "@ensemble/ui/IconButton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { invitationsQuery, withdrawInvitationMutation } from "./server-queries";

/** Lists the people who are invited and have no account yet. */
export function Invitations() {
  const text = useText("admin");
  const invitations = useQuery(invitationsQuery);
  const items = invitations.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section title={text("invited_people")}>
      <Rows>
        {items.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </Rows>
    </Section>
  );
}

function InvitationRow({ invitation }: { invitation: PersonInvitation }) {
  const text = useText("admin");
  const { locale } = useLocale();
  const withdraw = useMutation(withdrawInvitationMutation(useQueryClient()));
  const { id, email, name, role, expires_at } = invitation;
  const expiry = text("invitation_expires", { time: relativeTime(expires_at, Date.now(), locale) });
  return (
    <Row
      title={<Email>{email}</Email>}
      description={factsLine([name || null, role === "operator" ? text("operator") : null, expiry])}
    >
      <IconButton
        size="sm"
        label={text("withdraw_invitation", { email })}
        icon={<X />}
        disabled={withdraw.isPending}
        onClick={() => withdraw.mutate(id)}
      />
    </Row>
  );
}

import { useText } from "@ensemble/i18n/text";
import { Email } from "@ensemble/ui/Email";

/** Shows a person with address, or a team. */
export function RecipientName({ of: { name, email } }: { of: { name: string; email?: string | null } }) {
  const text = useText("admin");
  return (
    <>
      <bdi className="break-words font-medium">{name}</bdi>{" "}
      <span className="text-muted">{email ? <Email>{email}</Email> : text("a_team")}</span>
    </>
  );
}
